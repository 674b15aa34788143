import type { JobHandlers } from '../job-queue.ts';
import { workBulk } from './bulk/work.ts';
import { checkByHalves, checkMissed, checkOrders } from './checking/check.ts';

export const ordersJobs: JobHandlers<'orders:check' | 'orders:check-missed' | 'orders:bulk'> = {
  'orders:check': ({ accountId, orderIds }, { database }) => checkByHalves(database, { accountId, userId: null }, orderIds, checkOrders),
  'orders:check-missed': ({ accountId, orderIds }, { database }) =>
    checkByHalves(database, { accountId, userId: null }, orderIds, checkMissed),
  'orders:bulk': ({ accountId, userId, runId }, engine, stop) => workBulk(engine, { accountId, userId }, runId, stop),
};
