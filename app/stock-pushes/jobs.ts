import type { JobHandlers } from '../job-queue.ts';
import { queueNotedStock } from './queue.ts';

export const stockPushesJobs: JobHandlers<'stock:queue'> = {
  'stock:queue': ({ accountId }, { database }, stop) => queueNotedStock(database, accountId, stop),
};
