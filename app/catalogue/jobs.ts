import type { JobHandlers } from '../job-queue.ts';
import { workTargets } from '../runs/work-targets.ts';
import { settingValues } from './bulk/work.ts';

export const catalogueJobs: JobHandlers<'items:bulk'> = {
  'items:bulk': ({ accountId, userId, runId, kind, set }, engine, stop) =>
    workTargets(engine, { accountId, userId }, runId, stop, settingValues(kind, set)),
};
