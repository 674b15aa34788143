import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit.ts';
import type { Column, Columns } from '../../platform/columns.ts';
import { deleteFile, type Files } from '../../platform/files.ts';
import { invalid, refuse } from '../../platform/http/refusal.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { enqueue } from '../job-queue.ts';
import { idsOf } from '../orders/bulk/start.ts';
import { connectionNamed, dayBoundary } from '../orders/list/finding/conditions.ts';
import { finishRun, startRun } from '../runs/commands.ts';
import { fixTargets } from '../runs/targets.ts';
import type { ExportQuery } from './contract.ts';
import { isTicked, type Selection, selectionOf } from './selection.ts';

/**
 * Starts an export of orders, or joins the running one with the same filters. One with others waits until it is finished. Returns
 * its id and its run's id.
 */
export async function startOrdersExport(tenant: Tenant, query: ExportQuery): Promise<{ id: number; runId: number }> {
  // Serialises two clicks at once.
  await sql`select from accounts where id = ${tenant.accountId} for no key update`.execute(tenant.db);
  const range = await rangeOf(tenant, query);
  const selection = selectionOf(query);
  const fileRows = query.rows ?? 'orders';
  const running = await sql<Columns<'exports', 'id'> & { runId: Column<'exports', 'run_id'> }>`
    select id, run_id as "runId" from exports
    where account_id = ${tenant.accountId} and kind = 'orders' and file_rows = ${fileRows} and selection is not distinct from ${selection?.digest ?? null}
      and finished_at is null and order_status is not distinct from ${range.order_status}
      and connection_id is not distinct from ${range.connection_id}::bigint
      and start_at is not distinct from ${range.start_at}::timestamptz and end_at is not distinct from ${range.end_at}::timestamptz`.execute(
    tenant.db,
  );
  if (running.rows[0]) return running.rows[0];
  const runId = await startRun(tenant, { kind: 'export', subject: 'orders' });
  if (selection?.ids && (await fixTargets(tenant, runId, idsOf(isTicked(tenant, selection.ids)))) === 0)
    throw refuse(404, 'nothing_selected', 'None of these orders exists any more.');
  const { id } = await tenant.db
    .insertInto('exports')
    .values({ account_id: tenant.accountId, kind: 'orders', run_id: runId, ...range, ...ofSelection(selection), file_rows: fileRows })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { accountId, userId } = tenant;
  const to = { status: range.order_status, from: range.start_at, until: range.end_at, selection: selection?.described ?? null };
  await writeAudit(tenant, { verb: 'exported', noun: 'orders', record: { id, name: 'to a CSV file' }, to });
  await enqueue(tenant, 'exports:orders', { userId, exportId: id }, { key: `export:${accountId}:${id}`, queue: `export:${accountId}` });
  return { id, runId };
}

const ofSelection = (selection: Selection | null) =>
  selection && {
    selection: selection.digest,
    described: selection.described,
    filter: selection.filter && JSON.stringify(selection.filter),
  };

type Range = Columns<'exports', 'order_status' | 'connection_id' | 'start_at' | 'end_at'>;

/** What a query asks for, as the export keeps it. @throws Invalid */
async function rangeOf(tenant: Tenant, { status, source, start_at, end_at }: ExportQuery): Promise<Range> {
  const connectionId = source ? await sourceNamed(tenant, source) : null;
  const { rows } = await sql<Pick<Range, 'start_at' | 'end_at'>>`
    select ${dayBoundary(tenant, start_at, 0)} as start_at, ${dayBoundary(tenant, end_at, 1)} as end_at`.execute(tenant.db);
  const [bounds] = rows as [Pick<Range, 'start_at' | 'end_at'>];
  if (bounds.start_at && bounds.end_at && bounds.start_at >= bounds.end_at) throw invalid({ end_at: ['Must not be before the start'] });
  return { order_status: status || null, connection_id: connectionId, ...bounds };
}

/** Deletes an export with its file; a running one is cancelled and its file discarded. Returns whether it existed. */
export async function deleteExport(tenant: Tenant, files: Files, id: number): Promise<boolean> {
  const { rows } = await sql<Columns<'exports', 'run_id' | 'file_id' | 'kind'>>`
    delete from exports where account_id = ${tenant.accountId} and id = ${id} returning run_id, file_id, kind`.execute(tenant.db);
  const [gone] = rows;
  if (!gone) return false;
  await writeAudit(tenant, { verb: 'deleted', noun: 'export', record: { id, name: `of ${gone.kind}` } });
  await finishRun(tenant, gone.run_id, 'cancelled', 'Deleted before it was finished.');
  if (gone.file_id) await deleteFile(tenant, files, gone.file_id);
  return true;
}

async function sourceNamed(tenant: Tenant, slug: string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select ${connectionNamed(tenant, slug)} as id`.execute(tenant.db);
  if (!rows[0]?.id) throw invalid({ source: ['Is no source of this account'] });
  return rows[0].id;
}
