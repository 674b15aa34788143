import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import type { Parts } from '../../parts.ts';
import { waitForRun } from '../../runs/wait.ts';
import { stillExporting } from '../contract.ts';
import { listItemsExports } from '../items/queries.ts';
import { startPurchaseExport } from './commands.ts';
import { exportPurchaseOrdersCall, purchaseExportFailed } from './contract.ts';

export function purchaseExportsApi(app: FastifyInstance, { news, longestWaitMs }: Parts): void {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  route(app, exportPurchaseOrdersCall, async ({ inTenant, session, body, reply }) => {
    const { id, runId } = await inTenant((tenant) => startPurchaseExport(tenant, body));
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const stop = [closing.signal, left.signal];
    const { state } = await waitForRun(news, inTenant, { accountId: session.accountId, runId, ms: longestWaitMs, stop });
    if (state === 'running') throw refuse(504, 'still_exporting', stillExporting);
    const [record] = await inTenant((tenant) => listItemsExports(tenant, 'purchase_orders', [id]));
    if (!record) throw refuse(404, 'not_found', 'This export does not exist.');
    if (!record.downloadLink) throw refuse(500, 'export_failed', purchaseExportFailed);
    const { downloadLink, downloadText, createdAt, sourceName } = record;
    return { id, downloadLink, downloadText, createdAt, sourceName };
  });
}
