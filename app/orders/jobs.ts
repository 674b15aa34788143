import { inTenant } from '../../platform/tenant.ts';
import type { JobHandlers } from '../job-queue.ts';
import { workBulk } from './bulk/work.ts';
import { checkByHalves, checkMissed, checkOrders } from './checking/check.ts';
import { endHolds } from './release/hold.ts';
import { enqueueRecheck } from './release/take-back.ts';

export const ordersJobs: JobHandlers<'orders:check' | 'orders:check-missed' | 'orders:recheck' | 'orders:bulk' | 'orders:hold-ends'> = {
  'orders:check': ({ accountId, orderIds }, { database }) => checkByHalves(database, { accountId, userId: null }, orderIds, checkOrders),
  'orders:check-missed': ({ accountId, orderIds }, { database }) =>
    checkByHalves(database, { accountId, userId: null }, orderIds, checkMissed),
  'orders:recheck': ({ accountId, connectionId, others = false, after = 0 }, { database }) =>
    inTenant(database, { accountId, userId: null }, (tenant) => enqueueRecheck(tenant, connectionId, { others, after })),
  'orders:bulk': ({ accountId, userId, runId, hold }, engine, stop) => workBulk(engine, { accountId, userId }, runId, stop, hold),
  'orders:hold-ends': ({ accountId, orderIds }, { database }) =>
    inTenant(database, { accountId, userId: null }, (tenant) => endHolds(tenant, orderIds)),
};
