import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { addFile, type Files } from '../../../../platform/files.ts';
import { existing, invalid, type Refusal, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Values } from '../../../base/changes/noun.ts';
import type { AlsoCreates, ImportEntity } from '../../../shared/imports/entity.ts';
import { finishRun, startRun } from '../../../shared/runs/commands.ts';
import { tooManyNew } from './causes/too-many-new.ts';
import { entityNamed } from './entities.ts';
import { isWhole, mapAs, mapHeaders } from './files/mapping.ts';
import type { ReceivedTable } from './files/receive.ts';
import { discard, requireRoomForImport } from './files/room.ts';
import { enqueueImport } from './running/enqueue.ts';
import { findImport, type ImportRow, type Mapping } from './running/import-row.ts';

export type Started = { id: number; runId: number | null /** An import of the same file was running, and this is it. */; joined: boolean };

/**
 * Starts the import of a table, or joins the running one of the same file; another waits its turn. `straight` applies it as soon as
 * it is checked. Without columns that match, or an encoding that is certain, a person has to choose them first; the wrong rows of an
 * import, mended, are read as that one was. @throws Refusal 409, 413 without room for it
 */
export async function startImport(
  tenant: Tenant,
  files: Files,
  entity: ImportEntity,
  table: ReceivedTable,
  straight: boolean,
  connectionId: number | null = null,
  continues: ImportRow | null = null,
): Promise<Started> {
  // Serialises two uploads at once.
  await sql`select from accounts where id = ${tenant.accountId} for no key update`.execute(tenant.db);
  const running = await runningImport(tenant, entity, { table, straight, connectionId });
  if (running) return { id: running.id, runId: running.run_id, joined: true };
  await requireRoomForImport(tenant, files, table.bytes);
  const mapping = continues ? mapAs(continues, entity, table.format.headers) : mapHeaders(entity, table.format.headers);
  const file = await addFile(tenant, { ...table, contentType: 'text/csv', uploaded: true });
  // Nobody has said yet how it is read: a person sees what it would do before it does it.
  const isUnsure = table.format.isUnsure === true;
  const isStraight = straight && !isUnsure;
  const { rows } = await sql<Columns<'imports', 'id'>>`
    insert into imports (account_id, entity, connection_id, state, straight, file_id, file_name, digest, format, mapping, lines,
      requested_by, continues_id, create_categories)
    values (${tenant.accountId}, ${entity.name}, ${connectionId}, 'mapping', ${isStraight}, ${file.id}, ${table.name}, ${table.digest},
      ${JSON.stringify(table.format)}, ${JSON.stringify(mapping)}, ${table.lines}, ${tenant.userId}, ${continues?.id ?? null},
      ${continues?.create_categories ?? false}) returning id`.execute(tenant.db);
  const [{ id }] = rows as [Columns<'imports', 'id'>];
  await writeAudit(tenant, {
    verb: 'created',
    noun: 'import',
    record: { id, name: table.name },
    to: { records: entity.name, applied_at_once: isStraight },
  });
  const begins = !isUnsure && (straight || isWhole(entity, mapping));
  const runId = begins ? await beginCheck(tenant, id, entity, straight, table.lines) : null;
  notify(tenant, 'imports', [id]);
  return { id, runId, joined: false };
}

type SameFile = { table: ReceivedTable; straight: boolean; connectionId: number | null };

/** One that reads the same file in another encoding is another import. */
async function runningImport(tenant: Tenant, { name }: ImportEntity, { table: { digest, format }, straight, connectionId }: SameFile) {
  const { rows } = await sql<Columns<'imports', 'id' | 'run_id'>>`
    select id, run_id from imports where ${inAccount(tenant)} and entity = ${name} and digest = ${digest} and straight = ${straight}
      and connection_id is not distinct from ${connectionId}::bigint and listing_report_by is null
        and format ->> 'encoding' = ${format.encoding} and state in ('checking', 'applying')`.execute(tenant.db);
  return rows[0];
}

export async function beginCheck(tenant: Tenant, id: number, { name }: ImportEntity, straight: boolean, total: number): Promise<number> {
  const runId = await startImportRun(tenant, id, { entity: name, ...(!straight && { phase: 'check' }) }, total);
  await enter(tenant, id, 'checking', runId);
  return runId;
}

/** What a run does to a file: it applies it, where no other phase is named. */
type FileOfRun = { entity: string; phase?: 'check' | 'undo' };

/** Starts the run of a phase of an import, whose page leads back to the import. */
export const startImportRun = (tenant: Tenant, importId: number, file: FileOfRun, total: number): Promise<number> =>
  startRun(tenant, { kind: 'import', subject: { code: 'file', ...file }, total, terms: { importId } });

/** Puts an import into a phase, whose job begins with the commit. */
export async function enter(tenant: Tenant, id: number, state: ImportRow['state'], runId: number): Promise<void> {
  await sql`update imports set state = ${state}, run_id = ${runId}, failures = 0, cut_off = 0, problem = null, attempt = attempt + 1
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await enqueueImport(tenant, id);
  notify(tenant, 'imports', [id]);
}

type Columning = { columns: Mapping; createCategories: boolean; run_id?: ShownRun };

/** Sets which of the file's columns each column is read from, and checks the file for a person to see. @throws Refusal, Invalid */
export async function changeColumns(tenant: Tenant, id: number, chosen: Columning): Promise<number> {
  const { columns: mapping, createCategories, run_id: shownRun } = chosen;
  const row = await lockImport(tenant, id, ['mapping', 'checked', 'failed'], shownRun);
  if (row.listing_report_by) throw refuse(409, 'wrong_state', 'The columns of a listing report are known. Upload it again.');
  requireFile(row);
  if (row.format.isUnsure) throw inState(row);
  const entity = entityNamed(row.entity);
  requireMapping(entity, row, mapping);
  await sql`update imports set mapping = ${JSON.stringify(mapping)}, create_categories = ${createCategories}, straight = false, created = 0,
    changed = 0, unchanged = 0, wrong = 0, causes = '[]', also_creates = null
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  const from = { state: row.state, columns: columnsOf(row.mapping), create_categories: row.create_categories };
  await auditChange(tenant, row, from, { state: 'checking', columns: columnsOf(mapping), create_categories: createCategories });
  return beginCheck(tenant, id, entity, false, row.lines);
}

/** @throws Refusal 409 where it was discarded */
export function requireFile({ file_id }: ImportRow): void {
  if (file_id === null) throw refuse(409, 'file_gone', 'The file of this import is no longer kept. Upload it again.');
}

function requireMapping({ columns }: ImportEntity, { format }: ImportRow, mapping: Mapping): void {
  const [key] = columns;
  const unknown = Object.keys(mapping).filter((name) => !columns.some((column) => column.name === name));
  const places = Object.values(mapping);
  if (unknown.length > 0) throw invalid({ columns: [`There is no column ${unknown[0]}.`] });
  if (mapping[key.name] === undefined) throw invalid({ columns: [`Choose the column with the ${key.title}.`] });
  if (places.some((at) => at >= format.headers.length)) throw invalid({ columns: ['The file has no such column.'] });
  if (new Set(places).size < places.length) throw invalid({ columns: ['Two columns are read from the same column of the file.'] });
}

/** Applies the good rows of an import that was checked. @throws Refusal */
export async function applyImport(tenant: Tenant, id: number, shownRun?: ShownRun): Promise<number> {
  const row = await lockImport(tenant, id, ['checked'], shownRun);
  const { rows } = await sql<{ good: number; also_creates: AlsoCreates | null }>`
    select created + changed as good, also_creates from imports where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  const total = rows[0]?.good ?? 0;
  if (total === 0) throw refuse(409, 'nothing_to_apply', 'There is nothing to apply: no row would create or change anything.');
  await requireRoomForNew(tenant, row, rows[0]?.also_creates ?? null);
  const runId = await startImportRun(tenant, id, { entity: row.entity }, total);
  await auditChange(tenant, row, { state: 'checked' }, { state: 'applied' });
  await enter(tenant, id, 'applying', runId);
  return runId;
}

/** @throws Refusal 409 where it would create more records of another kind than there is room for */
async function requireRoomForNew(tenant: Tenant, { entity }: ImportRow, also: AlsoCreates | null): Promise<void> {
  const { missing } = entityNamed(entity);
  const refusal = missing && tooManyNew({ ...missing.noun, most: missing.most, room: await missing.room(tenant) }, also);
  if (refusal) throw refuse(409, 'too_many', refusal);
}

/**
 * Gives up an import before it is applied: nothing of it stays, nor of its file. An undo that was not finished has had no effect either.
 * @throws Refusal
 */
export async function cancelImport(tenant: Tenant, files: Files, id: number, shownRun?: ShownRun): Promise<void> {
  const row = await lockImport(tenant, id, ['mapping', 'checking', 'checked', 'applying', 'failed', 'undoing'], shownRun);
  const state = row.state === 'undoing' ? 'applied' : 'cancelled';
  await sql`update imports set state = ${state}, attempt = attempt + 1 where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  if (row.run_id !== null) {
    await sql`update runs set done = 0, skipped = 0, failed = 0 where ${inAccount(tenant)} and id = ${row.run_id}
      and state = 'running'`.execute(tenant.db);
    await finishRun(tenant, row.run_id, 'cancelled', { code: 'import_cancelled' });
  }
  await auditChange(tenant, row, { state: row.state }, { state });
  if (state === 'cancelled') await discard(tenant, files, id);
  notify(tenant, 'imports', [id]);
}

/** In days: as long as everything else that a person did. */
const undoableDays = 30;

/** Takes back what an import changed, as a run. @throws Refusal */
export async function undoImport(tenant: Tenant, id: number, shownRun?: ShownRun): Promise<number> {
  const row = await lockImport(tenant, id, ['applied'], shownRun);
  const { rows } = await sql<{ late: boolean } & Columns<'imports', 'applied'>>`
    select applied_at < now() - make_interval(days => ${undoableDays}) as late, applied from imports where ${inAccount(tenant)}
      and id = ${id}`.execute(tenant.db);
  if (rows[0]?.late) throw refuse(409, 'too_late', `An import can be undone for ${undoableDays} days.`);
  const runId = await startImportRun(tenant, id, { entity: row.entity, phase: 'undo' }, rows[0]?.applied ?? 0);
  await auditChange(tenant, row, { state: 'applied' }, { state: 'undone' });
  await enter(tenant, id, 'undoing', runId);
  return runId;
}

export const auditChange = (tenant: Tenant, { id, file_name: name }: ImportRow, from: Values, to: Values): Promise<void> =>
  writeAudit(tenant, { verb: 'changed', noun: 'import', record: { id, name }, from, to });

/** The run of the phase that a person saw; undefined where the request does not say. Each phase after the check begins with a new one. */
export type ShownRun = number | null | undefined;

/** The import, which nobody else changes until the transaction ends. @throws Refusal 404; 409 in another state or phase than these */
export async function lockImport(
  tenant: Tenant,
  id: number,
  states: readonly ImportRow['state'][],
  shownRun?: ShownRun,
): Promise<ImportRow> {
  const row = existing(await findImport(tenant, id, 'no key update'), 'This import does not exist.');
  if (!states.includes(row.state)) throw inState(row);
  if (shownRun !== undefined && shownRun !== row.run_id) throw changedSince(row);
  return row;
}

/** A click in a tab that was left open was meant for what that tab shows. */
const changedSince = (row: ImportRow): Refusal =>
  refuse(409, 'changed_since', `${sentenceOf(row)} Your page was out of date, so nothing was done.`);

const inState = (row: ImportRow): Refusal => refuse(409, 'wrong_state', sentenceOf(row));

const sentenceOf = ({ state, format }: ImportRow): string =>
  state === 'mapping' && format.isUnsure ? 'Choose first how this file is read.' : sentences[state];

const sentences: Record<ImportRow['state'], string> = {
  mapping: 'Choose the columns of this file first.',
  checking: 'This file is still being checked.',
  checked: 'This import is checked and waits to be applied.',
  applying: 'This import is being applied.',
  applied: 'This import has been applied.',
  undoing: 'This import is being undone.',
  undone: 'This import has been undone.',
  failed: 'This import has failed.',
  cancelled: 'This import was cancelled.',
};

/** The fields that a mapping reads from a file, for the audit. */
const columnsOf = (mapping: object | null) => Object.keys(mapping ?? {}).map((field) => field.replaceAll('_', ' '));
