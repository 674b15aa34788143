import { withoutPerson } from '../../../platform/tenant.ts';
import type { JobHandlers } from '../../base/job-queue.ts';
import { checkByHalves, checkEach, checkMissed, checkOrders } from '../order-flow/checking/check.ts';
import { endHolds } from '../order-flow/release/holding/hold.ts';
import { retryStillLacking } from '../order-flow/release/retry-when-mended.ts';
import { enqueueRecheck } from '../order-flow/release/take-back.ts';
import { followSecondParcels } from '../order-flow/shipping/second-parcel/follow.ts';

export const ordersJobs: JobHandlers<
  'orders:check' | 'orders:check-missed' | 'orders:recheck' | 'orders:hold-ends' | 'orders:second-parcels' | 'orders:stock-came'
> = {
  'orders:check': ({ accountId, orderIds }, { database }) => checkByHalves(database, { accountId, userId: null }, orderIds, checkOrders),
  'orders:check-missed': ({ accountId, orderIds }, { database }) =>
    checkByHalves(database, { accountId, userId: null }, orderIds, checkMissed),
  'orders:recheck': ({ accountId, ...recheck }, { database }) =>
    withoutPerson(database, accountId, (tenant) => enqueueRecheck(tenant, recheck)),
  'orders:hold-ends': ({ accountId, orderIds }, { database }) => withoutPerson(database, accountId, (tenant) => endHolds(tenant, orderIds)),
  // Each by itself: it locks products, which many orders together would lock out of order, and keeps locked for long.
  'orders:second-parcels': ({ accountId, orderIds }, { database }) =>
    checkEach(database, { accountId, userId: null }, orderIds, (tenant, id) => followSecondParcels(tenant, [id])),
  'orders:stock-came': ({ accountId, orderIds }, { database }) =>
    checkByHalves(database, { accountId, userId: null }, orderIds, retryStillLacking),
};
