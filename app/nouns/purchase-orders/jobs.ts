import { withoutPerson } from '../../../platform/tenant.ts';
import type { JobHandlers } from '../../base/job-queue.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import { checkByHalves } from '../order-flow/checking/check.ts';
import { checkPurchaseOrders } from '../purchase-flow/checking/check.ts';
import { type ReadOne, rereadPurchaseOrder } from '../purchase-flow/intake/reread.ts';
import { refuseDisconnected } from '../purchase-flow/receipts/record-outcome.ts';

export const purchaseOrdersJobs: JobHandlers<'purchase-orders:check' | 'purchase-orders:reread'> = {
  'purchase-orders:check': ({ accountId, ids }, { database }) =>
    checkByHalves(database, { accountId, userId: null }, ids, async (tenant, some) => {
      await refuseDisconnected(tenant, some);
      await checkPurchaseOrders(tenant, some);
    }),
  'purchase-orders:reread': async ({ accountId, id }, engine) => {
    const reread = await rereadPurchaseOrder(engine, { accountId, userId: null }, id, readHere);
    if (reread.ok) await withoutPerson(engine.database, accountId, (tenant) => checkPurchaseOrders(tenant, [id]));
  },
};

const readHere: ReadOne = (engine, _, connection, remoteId) =>
  capabilityOf(engine, connection, 'purchaseOrders', { attempt: 0, subject: remoteId }).get(remoteId);
