import type { JobHandlers } from '../job-queue.ts';
import { fetchOutside } from './outside-pictures.ts';

export const filesJobs: JobHandlers<'pictures:fetch'> = {
  'pictures:fetch': ({ accountId }, engine, stop) => fetchOutside(engine, accountId, stop),
};
