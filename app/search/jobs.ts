import type { JobHandlers } from '../job-queue.ts';
import { indexOrders } from './index-orders.ts';

export const searchJobs: JobHandlers<'orders:index'> = {
  'orders:index': ({ accountId }, { database }, stop) => indexOrders(database, accountId, stop),
};
