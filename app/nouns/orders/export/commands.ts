import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { invalid, refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type StartedExport, startExport } from '../../../shared/exports/start-export.ts';
import { withIds } from '../../../shared/runs/bulk/start.ts';
import { fixTargets } from '../../../shared/runs/working/targets.ts';
import { orderBulk } from '../bulk/verbs.ts';
import { connectionNamed, dayBoundary } from '../finding/conditions.ts';
import type { ExportQuery } from './contract.ts';
import { selectionOf } from './selection.ts';

/**
 * Starts an export of orders, or joins the running one with the same filters. @throws Invalid; Refusal 404 when none of the ticked ones
 * exists any longer
 */
export async function startOrdersExport(tenant: Tenant, query: ExportQuery): Promise<StartedExport> {
  const { ids, digest = null, described = null, filter = null } = (await selectionOf(tenant, query)) ?? {};
  return startExport(tenant, {
    kind: 'orders',
    choice: { ...(await rangeOf(tenant, query)), selection: digest, file_rows: query.rows ?? 'orders' },
    begin: async (runId) => {
      if (ids && (await fixTargets(tenant, runId, withIds(tenant, orderBulk, ids))) === 0)
        throw refuse(404, 'nothing_selected', 'None of these orders exists.');
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

async function sourceNamed(tenant: Tenant, slug: string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select ${connectionNamed(tenant, slug)} as id`.execute(tenant.db);
  if (!rows[0]?.id) throw invalid({ source: ['Is no source of this account'] });
  return rows[0].id;
}
