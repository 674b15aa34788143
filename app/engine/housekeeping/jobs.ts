import type { JobHandlers } from '../../base/job-queue.ts';
import { tidy } from './tidy.ts';

export const housekeepingJobs: JobHandlers<'account:tidy'> = {
  'account:tidy': ({ accountId }, engine) => tidy(engine, accountId),
};
