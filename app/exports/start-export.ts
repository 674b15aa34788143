import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit.ts';
import type { Columns } from '../../platform/columns.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { enqueue } from '../job-queue.ts';
import { startRun } from '../runs/commands.ts';

export type StartedExport = { id: number; runId: number };

/** `selection`: what tells one choice of records from another; null for all. `described`: the choice in words. */
export type WantedExport = Columns<'exports', 'kind' | 'selection' | 'described'> & {
  subject: string;
  connectionId: number | null;
  filter: object | null;
};

/** Starts an export, or joins the running one of the same. One of others waits until it is finished. */
export async function startExport(tenant: Tenant, wanted: WantedExport): Promise<StartedExport> {
  const { accountId, userId } = tenant;
  const { kind, selection, described, subject, connectionId, filter } = wanted;
  // Serialises two clicks at once.
  await sql`select from accounts where id = ${accountId} for no key update`.execute(tenant.db);
  const running = await sql<Columns<'exports', 'id' | 'run_id'>>`
    select id, run_id from exports
    where account_id = ${accountId} and kind = ${kind} and connection_id is not distinct from ${connectionId}
      and selection is not distinct from ${selection} and finished_at is null`.execute(tenant.db);
  if (running.rows[0]) return { id: running.rows[0].id, runId: running.rows[0].run_id };
  const runId = await startRun(tenant, { kind: 'export', subject });
  const { rows } = await sql<Columns<'exports', 'id'>>`
    insert into exports (account_id, kind, run_id, selection, connection_id, filter, described)
    values (${accountId}, ${kind}, ${runId}, ${selection}, ${connectionId}, ${filter && JSON.stringify(filter)}::jsonb, ${described}) returning id`.execute(
    tenant.db,
  );
  const [{ id }] = rows as [Columns<'exports', 'id'>];
  await enqueue(tenant, 'exports:orders', { userId, exportId: id }, { key: `export:${accountId}:${id}`, queue: `export:${accountId}` });
  await writeAudit(tenant, {
    verb: 'created',
    noun: 'export',
    record: { id, name: subject.replaceAll('_', ' ') },
    to: { of: described ?? 'all' },
  });
  return { id, runId };
}
