import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit.ts';
import type { Columns } from '../../platform/columns.ts';
import { deleteFile, type Files } from '../../platform/files.ts';
import { invalid, refuse } from '../../platform/http/refusal.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { idsOf } from '../orders/bulk/start.ts';
import { connectionNamed, dayBoundary } from '../orders/list/finding/conditions.ts';
import { finishRun } from '../runs/commands.ts';
import { fixTargets } from '../runs/targets.ts';
import type { ExportQuery } from './contract.ts';
import { isTicked, selectionOf } from './selection.ts';
import { type StartedExport, startExport } from './start-export.ts';

/** Starts an export of orders, or joins the running one with the same filters. @throws Invalid; Refusal 404 when none of the ticked ones exists any more */
export async function startOrdersExport(tenant: Tenant, query: ExportQuery): Promise<StartedExport> {
  const { ids, digest = null, described = null, filter = null } = selectionOf(query) ?? {};
  return startExport(tenant, {
    ...{ kind: 'orders', subject: 'orders' },
    choice: { ...(await rangeOf(tenant, query)), selection: digest, file_rows: query.rows ?? 'orders' },
    begin: async (runId) => {
      if (ids && (await fixTargets(tenant, runId, idsOf(isTicked(tenant, ids)))) === 0)
        throw refuse(404, 'nothing_selected', 'None of these orders exists any more.');
      return { described, filter };
    },
  });
}

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
