import type { JobHandlers } from '../../base/job-queue.ts';
import { fetchPictures } from './pictures/fetch.ts';

export const catalogueJobs: JobHandlers<'items:pictures'> = {
  'items:pictures': ({ accountId }, engine, stop) => fetchPictures(engine, accountId, stop),
};
