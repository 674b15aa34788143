import { inTenant } from '../../platform/tenant.ts';
import type { JobHandlers } from '../job-queue.ts';
import { checkByHalves } from '../orders/checking/check.ts';
import { workPurchaseBulk } from './bulk/work.ts';
import { checkPurchaseOrders } from './checking/check.ts';
import { rereadPurchaseOrder } from './intake/reread.ts';

export const purchaseOrdersJobs: JobHandlers<'purchase-orders:check' | 'purchase-orders:reread' | 'purchase-orders:bulk'> = {
  'purchase-orders:check': ({ accountId, ids }, { database }) =>
    checkByHalves(database, { accountId, userId: null }, ids, (tenant, some) => checkPurchaseOrders(tenant, some)),
  'purchase-orders:reread': async ({ accountId, id }, engine) => {
    const reread = await rereadPurchaseOrder(engine, { accountId, userId: null }, id);
    if (reread.ok) await inTenant(engine.database, { accountId, userId: null }, (tenant) => checkPurchaseOrders(tenant, [id]));
  },
  'purchase-orders:bulk': ({ accountId, userId, runId }, engine, stop) => workPurchaseBulk(engine, { accountId, userId }, runId, stop),
};
