import type { FastifyInstance } from 'fastify';
import { refuse } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import type { Parts } from '../parts.ts';
import { runWaiter, type WaitingCall } from '../runs/wait.ts';
import { deleteExport, startOrdersExport } from './commands.ts';
import {
  deleteExportCall,
  type ExportQuery,
  type ExportRecord,
  exportFailed,
  exportOrdersCall,
  type PastExport,
  startOrdersExportCall,
  stillExporting,
} from './contract.ts';
import { listOrdersExports } from './queries.ts';

export function exportsApi(app: FastifyInstance, parts: Parts): void {
  const { files } = parts;
  const waitFor = runWaiter(app, parts);

  route(app, exportOrdersCall, (call) => exportOrders(call, call.query));
  route(app, startOrdersExportCall, (call) => exportOrders(call, call.body));
  route(app, deleteExportCall, async ({ inTenant, params }) => {
    if (!(await inTenant((tenant) => deleteExport(tenant, files, params.id)))) throw missing();
    return { message: 'The export was deleted.' };
  });

  async function exportOrders(call: WaitingCall, query: ExportQuery): Promise<ExportRecord> {
    const { id, runId } = await call.inTenant((tenant) => startOrdersExport(tenant, query));
    const { state } = await waitFor(call, runId);
    if (state === 'running') throw refuse(504, 'still_exporting', stillExporting);
    const [record] = await call.inTenant((tenant) => listOrdersExports(tenant, [id]));
    if (!record) throw missing();
    if (!record.downloadLink) throw refuse(500, 'export_failed', exportFailed);
    return recordOf(record);
  }
}

const missing = () => refuse(404, 'not_found', 'This export does not exist.');

/** The reply of the specification, without other fields. */
function recordOf({ id, downloadLink, downloadText, createdAt, sourceName, status, startAtText, endAtText }: PastExport): ExportRecord {
  return { id, downloadLink, downloadText, createdAt, sourceName, status, startAtText, endAtText };
}
