import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { csvLines } from '../../../platform/csv-lines.ts';
import { addFile, deleteFile, type StoredBytes, storeBytes } from '../../../platform/files.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { isLost } from '../../../platform/is-lost.ts';
import { type Actor, atOneMoment, inTenant, type Tenant } from '../../../platform/tenant.ts';
import type { JobPayload } from '../../base/job-queue.ts';
import type { NounName } from '../../base/nouns.ts';
import type { Engine } from '../../base/worker-context.ts';
import { advanceRun, finishRun, setDone } from '../runs/commands.ts';
import { type Progress, reportProgress } from '../runs/working/progress.ts';
import { dropTargets } from '../runs/working/targets.ts';
import { copyParts } from './copy-parts.ts';
import type { ExportFile, ExportNouns, FileRequest } from './export-file.ts';
import { isNoRoom, roomForExport, withinRoom } from './room.ts';

type ExportJob = FileRequest &
  Columns<'exports', 'id'> &
  Columns<'accounts', 'timezone'> & {
    day: string;
    file: ExportFile;
    /** How many rows it had when it was counted. */
    rows: number;
    /** How many bytes it may have. */
    room: number;
  };
type Means = Pick<Engine, 'database' | 'files' | 'log'>;

const mostFailures = 3;

/**
 * Writes the file of an export from one snapshot of its rows. If it stops anywhere it leaves no file, and the job starts again
 * from the first row; after three failures the export fails, and at once where its account has no room for it. To get no connection, or to
 * lose it, is no failure.
 */
export async function writeExport(
  nouns: ExportNouns,
  means: Means,
  { exportId, ...actor }: JobPayload<'exports:write'>,
  stop: AbortSignal,
): Promise<void> {
  const { database, log } = means;
  const job = await inTenant(database, actor, (tenant) => begin(tenant, nouns, exportId));
  if (!job) return;
  const progress = reportProgress(database, actor, job.run_id);
  try {
    const stored = await write(means, actor, job, progress, stop);
    await inTenant(database, actor, (tenant) => finish(tenant, means, job, stored, progress));
  } catch (error) {
    await progress.settled();
    if (stop.aborted) throw new Error('This worker stops; another starts the export again.');
    // Others had every connection, or the database was away: that says nothing of this export.
    if (isLost(error)) throw error;
    log.warn({ error, exportId, ...actor }, 'export not written');
    const noRoom = isNoRoom(error);
    if (!(await inTenant(database, actor, (tenant) => recordFailure(tenant, job, { noRoom, isLast: noRoom })))) throw error;
  }
}

/** Nobody goes on with it: it has failed, and has no file. */
export async function giveUpExport(tenant: Tenant, nouns: ExportNouns, exportId: number): Promise<void> {
  const job = await findJob(tenant, nouns, exportId);
  if (job) await recordFailure(tenant, job, { noRoom: false, isLast: true });
}

type UncountedJob = Omit<ExportJob, 'rows' | 'room'>;

/** Reads the export; undefined when it is already written or was deleted. */
async function findJob(tenant: Tenant, nouns: ExportNouns, exportId: number): Promise<UncountedJob | undefined> {
  const { rows } = await sql<Omit<UncountedJob, 'file'> & { kind: NounName }>`
    select e.id, e.kind, e.run_id, e.order_status, e.connection_id, e.start_at, e.end_at, e.file_rows, e.selection, e.filter, a.timezone,
      (e.created_at at time zone a.timezone)::date as day
    from exports e join accounts a on a.id = e.account_id
    where ${inAccount(tenant, 'e')} and e.id = ${exportId} and e.finished_at is null`.execute(tenant.db);
  const [job] = rows;
  if (!job) return undefined;
  const file = nouns[job.kind].export?.file(job);
  if (!file) throw new Error(`There are no files of ${job.kind}.`);
  return { ...job, file };
}

/** Reads the export and resets its counts; undefined when there is nothing to write. */
async function begin(tenant: Tenant, nouns: ExportNouns, exportId: number): Promise<ExportJob | undefined> {
  const job = await findJob(tenant, nouns, exportId);
  if (!job) return undefined;
  await job.file.fix?.(tenant);
  await setDone(tenant, job.run_id, 0);
  const total = await job.file.count(tenant);
  await advanceRun(tenant, job.run_id, { total });
  return { ...job, rows: total, room: await roomForExport(tenant) };
}

/** A file of so many rows is read by two sessions. */
const many = 50_000;

/** Stores the bytes of the file. If nobody comes to give them a name, strays.ts finds them. */
function write({ database, files }: Means, actor: Actor, job: ExportJob, progress: Progress, stop: AbortSignal): Promise<StoredBytes> {
  const { file } = job;
  const isLarge = file.parts !== undefined && job.rows >= many;
  return atOneMoment(database, actor, isLarge ? 2 : 1, async (tenants) => {
    // Not by set_config, of which the nodes of a distributed database hear nothing.
    for (const { db } of tenants) await sql`set local timezone = ${sql.lit(job.timezone)}`.execute(db);
    const parts = (isLarge && (await file.parts?.(tenants[0] as Tenant))) || [sql`true`];
    const copied = addAbortSignal(stop, Readable.from(copyParts(tenants, file, parts), { objectMode: false }));
    return storeBytes(files, actor.accountId, pipeline(copied, csvLines(progress.add), withinRoom(job.room), ignoreError));
  });
}

async function finish(tenant: Tenant, { files }: Means, job: ExportJob, stored: StoredBytes, progress: Progress): Promise<void> {
  const { id, run_id, day } = job;
  const { name, noun } = job.file;
  const file = await addFile(tenant, { ...stored, name: `${name}-${day}-${id}.csv`, contentType: 'text/csv; charset=utf-8' });
  const { total } = await progress.end();
  const { numAffectedRows } = await sql`
    update exports set file_id = ${file.id}, finished_at = now() where ${inAccount(tenant)} and id = ${id} and finished_at is null`.execute(
    tenant.db,
  );
  // Deleted in the meantime, or written by another worker: this file has no export.
  if (numAffectedRows !== 1n) return deleteFile(tenant, files, file.id);
  await setDone(tenant, run_id, total);
  await advanceRun(tenant, run_id, { total });
  await dropTargets(tenant, run_id);
  await finishRun(tenant, run_id, 'done', { code: 'exported', total, noun });
}

/** Passes errors on to the writer of the file. */
const ignoreError = () => undefined;

/** Counts a failure; `isLast`: whatever it is, the export is not tried again. Returns whether it was given up, or deleted. */
async function recordFailure(
  tenant: Tenant,
  { id, run_id, file }: Pick<ExportJob, 'id' | 'run_id' | 'file'>,
  { noRoom, isLast }: { noRoom: boolean; isLast: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ given_up: boolean }>`
    update exports set failures = failures + 1, finished_at = (select case when ${isLast} or failures + 1 >= ${mostFailures} then now() end)
    where ${inAccount(tenant)} and id = ${id} and finished_at is null returning finished_at is not null as given_up`.execute(tenant.db);
  if (rows[0]?.given_up) {
    await dropTargets(tenant, run_id);
    await finishRun(tenant, run_id, 'failed', noRoom ? { code: 'export_no_room' } : { code: 'export_failed', what: file.failed });
  }
  return rows[0]?.given_up ?? true;
}
