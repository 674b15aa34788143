import type { JobHandlers } from '../../../base/job-queue.ts';
import { indexOrders } from './index-orders.ts';

export const orderWordsJobs: JobHandlers<'orders:index'> = {
  'orders:index': ({ accountId }, { database }, stop) => indexOrders(database, accountId, stop),
};
