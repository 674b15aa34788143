import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../../platform/http/refusal.ts';
import { route } from '../../../../platform/http/route.ts';
import type { Services } from '../../../people/accounts/services.ts';
import { stillExporting } from '../../../shared/exports/contract.ts';
import { missingExport } from '../../../shared/exports/delete-export.ts';
import { runWaiter, type WaitingCall } from '../../../shared/runs/working/wait.ts';
import { startOrdersExport } from './commands.ts';
import {
  type ExportQuery,
  exportFailed,
  exportOrdersCall,
  type OrdersExportRecord,
  type PastOrdersExport,
  startOrdersExportCall,
} from './contract.ts';
import { listOrdersExports } from './queries.ts';

export function ordersExportsApi(app: FastifyInstance, parts: Services): void {
  const waitFor = runWaiter(app, parts);

  route(app, exportOrdersCall, (call) => exportOrders(call, call.query));
  route(app, startOrdersExportCall, (call) => exportOrders(call, call.body));

  async function exportOrders(call: WaitingCall, query: ExportQuery): Promise<OrdersExportRecord> {
    const { id, runId } = await call.inTenant((tenant) => startOrdersExport(tenant, query));
    const { state } = await waitFor(call, runId);
    if (state === 'running') throw refuse(504, 'still_exporting', stillExporting);
    const [record] = await call.inTenant((tenant) => listOrdersExports(tenant, [id]));
    if (!record) throw missingExport();
    if (!record.downloadLink) throw refuse(500, 'export_failed', exportFailed);
    return recordOf(record);
  }
}

/** The reply of the specification, without other fields. */
function recordOf({
  id,
  downloadLink,
  downloadText,
  createdAt,
  sourceName,
  status,
  startAtText,
  endAtText,
}: PastOrdersExport): OrdersExportRecord {
  return { id, downloadLink, downloadText, createdAt, sourceName, status, startAtText, endAtText };
}
