import type { JobHandlers } from '../../../base/job-queue.ts';
import { followRequests } from './requests.ts';

export const erasingJobs: JobHandlers<'buyers:requests'> = {
  'buyers:requests': ({ accountId }, { database }, stop) => followRequests(database, accountId, stop),
};
