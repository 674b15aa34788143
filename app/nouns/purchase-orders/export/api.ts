import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import type { Services } from '../../../people/accounts/services.ts';
import { fileWaiter } from '../../../shared/exports/wait-for-file.ts';
import { startPurchaseExport } from './commands.ts';
import { exportPurchaseOrdersCall, purchaseExportFailed } from './contract.ts';

export function purchaseExportsApi(app: FastifyInstance, parts: Services): void {
  const finished = fileWaiter(app, parts);
  route(app, exportPurchaseOrdersCall, (call) =>
    finished(call, { kind: 'purchase_orders', failed: purchaseExportFailed }, (tenant) => startPurchaseExport(tenant, call.body)),
  );
}
