import { sql } from 'kysely';
import type { Column, Columns } from '../../platform/columns.ts';
import { deleteFile, type Files } from '../../platform/files.ts';
import { invalid } from '../../platform/http/refusal.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { enqueue } from '../job-queue.ts';
import { connectionNamed, dayBoundary } from '../orders/list/finding/conditions.ts';
import { finishRun, startRun } from '../runs/commands.ts';
import type { ExportQuery } from './contract.ts';

/** Starts an export of orders, or joins the running one: one at a time per account. Returns its id and its run's id. */
export async function startOrdersExport(tenant: Tenant, query: ExportQuery): Promise<{ id: number; runId: number }> {
  // Serialises two clicks at once.
  await sql`select from accounts where id = ${tenant.accountId} for no key update`.execute(tenant.db);
  const running = await sql<Columns<'exports', 'id'> & { runId: Column<'exports', 'run_id'> }>`
    select id, run_id as "runId" from exports where account_id = ${tenant.accountId} and kind = 'orders' and finished_at is null`.execute(
    tenant.db,
  );
  if (running.rows[0]) return running.rows[0];
  const connectionId = query.source ? await sourceNamed(tenant, query.source) : null;
  const runId = await startRun(tenant, { kind: 'export', subject: 'orders' });
  const id = await addExport(tenant, runId, connectionId, query);
  const { accountId, userId } = tenant;
  await enqueue(tenant, 'exports:orders', { userId, exportId: id }, { key: `export:${accountId}:${id}` });
  return { id, runId };
}

/** Deletes an export with its file; a running one is cancelled and its file discarded. Returns whether it existed. */
export async function deleteExport(tenant: Tenant, files: Files, id: number): Promise<boolean> {
  const { rows } = await sql<Columns<'exports', 'run_id' | 'file_id'>>`
    delete from exports where account_id = ${tenant.accountId} and id = ${id} returning run_id, file_id`.execute(tenant.db);
  const [gone] = rows;
  if (!gone) return false;
  await finishRun(tenant, gone.run_id, 'cancelled', 'Deleted before it was finished.');
  if (gone.file_id) await deleteFile(tenant, files, gone.file_id);
  return true;
}

async function addExport(
  tenant: Tenant,
  runId: number,
  connectionId: number | null,
  { status, start_at, end_at }: ExportQuery,
): Promise<number> {
  const { rows } = await sql<Columns<'exports', 'id'> & { backwards: boolean | null }>`
    insert into exports (account_id, kind, run_id, order_status, connection_id, start_at, end_at)
    select id, 'orders', ${runId}, ${status || null}, ${connectionId}::bigint, ${dayBoundary(tenant, start_at, 0)}, ${dayBoundary(tenant, end_at, 1)} from accounts where id = ${tenant.accountId}
    returning id, start_at >= end_at as backwards`.execute(tenant.db);
  const [added] = rows as [{ id: number; backwards: boolean | null }];
  if (added.backwards) throw invalid({ end_at: ['Must not be before the start'] });
  return added.id;
}

async function sourceNamed(tenant: Tenant, slug: string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select ${connectionNamed(tenant, slug)} as id`.execute(tenant.db);
  if (!rows[0]?.id) throw invalid({ source: ['Is no source of this account'] });
  return rows[0].id;
}
