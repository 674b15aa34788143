import type { JobHandlers } from '../../base/job-queue.ts';
import { workTargets } from '../../shared/runs/working/work-targets.ts';
import { givingBack } from './bulk/undo.ts';
import { settingValues } from './bulk/work.ts';
import { fetchPictures } from './pictures/fetched-pictures.ts';
import { indexItems } from './words/index-items.ts';

export const catalogueJobs: JobHandlers<'items:bulk' | 'items:index' | 'items:pictures'> = {
  'items:index': ({ accountId }, { database }, stop) => indexItems(database, accountId, stop),
  'items:pictures': ({ accountId }, engine, stop) => fetchPictures(engine, accountId, stop),
  'items:bulk': ({ accountId, userId, runId, kind, set = {}, undoes }, engine, stop) =>
    workTargets(engine, { accountId, userId }, runId, stop, undoes === undefined ? settingValues(kind, set) : givingBack(kind, undoes)),
};
