import type { JobHandlers } from '../../base/job-queue.ts';
import { fetchOutside } from './fetch-outside.ts';

export const filesJobs: JobHandlers<'pictures:fetch'> = {
  'pictures:fetch': ({ accountId }, engine, stop) => fetchOutside(engine, accountId, stop),
};
