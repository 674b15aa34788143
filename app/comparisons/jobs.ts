import type { JobHandlers } from '../job-queue.ts';
import { advanceComparison } from './advance.ts';

export const comparisonsJobs: JobHandlers<'comparisons:advance'> = {
  'comparisons:advance': (payload, engine) => advanceComparison(engine, payload),
};
