import type { JobHandlers } from '../../base/job-queue.ts';
import { fetchPictures } from './pictures/fetched-pictures.ts';
import { indexItems } from './words/index-items.ts';

export const catalogueJobs: JobHandlers<'items:index' | 'items:pictures'> = {
  'items:index': ({ accountId }, { database }, stop) => indexItems(database, accountId, stop),
  'items:pictures': ({ accountId }, engine, stop) => fetchPictures(engine, accountId, stop),
};
