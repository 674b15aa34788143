import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueue } from '../../base/job-queue.ts';
import { type NounName, nouns } from '../../base/nouns.ts';
import { startRun } from '../runs/commands.ts';
import { requireRoomForExport } from './room.ts';
import { auditedChoice, type ExportChoice } from './selected/choices.ts';

export type StartedExport = { id: number; runId: number };

/** What tells one export from others of its kind; `selection` stands for a choice of records. Null for all. */
type Choice = Columns<'exports', 'selection' | 'connection_id' | 'order_status' | 'start_at' | 'end_at' | 'file_rows'>;

/** What the choice of records is, and by what they are found when the file is written. */
type Details = { described: ExportChoice | null; filter?: object | null };

export type ExportRequest = {
  kind: NounName;
  choice: Partial<Choice>;
  /** What the run knows when it has begun; here it fixes the records that are exported, where later ones are not to be. */
  begin: (runId: number) => Details | Promise<Details>;
};

/** Starts an export, or joins the running one of the same. One of others waits until it is finished. @throws Refusal 409, 413 */
export async function startExport(tenant: Tenant, { kind, choice, begin }: ExportRequest): Promise<StartedExport> {
  const { accountId } = tenant;
  const row = { ...everything, ...choice };
  // Serialises two clicks at once.
  await sql`select from accounts where id = ${accountId} for no key update`.execute(tenant.db);
  const running = await runningOf(tenant, kind, row);
  if (running) return running;
  await requireRoomForExport(tenant);
  const runId = await startRun(tenant, { kind: 'export', subject: { code: 'records', noun: kind }, entity: kind });
  const { filter, described } = await begin(runId);
  const { rows } = await sql<Columns<'exports', 'id'>>`
    insert into exports (account_id, kind, run_id, selection, connection_id, order_status, start_at, end_at, file_rows, described, filter)
    values (${accountId}, ${kind}, ${runId}, ${row.selection}, ${row.connection_id}, ${row.order_status}, ${row.start_at}, ${row.end_at},
      ${row.file_rows}, ${described && JSON.stringify(described)}, ${filter ? JSON.stringify(filter) : null}) returning id`.execute(
    tenant.db,
  );
  const [{ id }] = rows as [Columns<'exports', 'id'>];
  await enqueueExport(tenant, id);
  const to = { selection: described && auditedChoice(described), status: row.order_status, from: row.start_at, until: row.end_at };
  await writeAudit(tenant, { verb: 'exported', noun: nouns[kind].many, record: { id, name: '' }, to });
  return { id, runId };
}

/** Has a worker write an export. Those of an account run one after the other. */
export function enqueueExport(tenant: Tenant, exportId: number): Promise<void> {
  const { accountId, userId } = tenant;
  const options = { key: `export:${accountId}:${exportId}`, queue: `export:${accountId}` };
  return enqueue(tenant, 'exports:write', { userId, exportId }, options);
}

const everything: Choice = {
  ...{ selection: null, connection_id: null, order_status: null, start_at: null, end_at: null },
  file_rows: 'orders',
};

async function runningOf(tenant: Tenant, kind: ExportRequest['kind'], choice: Choice): Promise<StartedExport | undefined> {
  const { rows } = await sql<Columns<'exports', 'id' | 'run_id'>>`
    select id, run_id from exports
    where ${inAccount(tenant)} and kind = ${kind} and finished_at is null and file_rows = ${choice.file_rows}
      and selection is not distinct from ${choice.selection} and order_status is not distinct from ${choice.order_status}
      and connection_id is not distinct from ${choice.connection_id}::bigint
      and start_at is not distinct from ${choice.start_at}::timestamptz
        and end_at is not distinct from ${choice.end_at}::timestamptz`.execute(tenant.db);
  return rows[0] && { id: rows[0].id, runId: rows[0].run_id };
}
