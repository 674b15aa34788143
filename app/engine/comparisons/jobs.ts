import type { JobHandlers } from '../../base/job-queue.ts';
import { advanceComparison } from './advance.ts';
import { compareUnknown } from './unknown-references.ts';

export const comparisonsJobs: JobHandlers<'comparisons:advance' | 'comparisons:unknown'> = {
  'comparisons:advance': (payload, engine) => advanceComparison(engine, payload),
  'comparisons:unknown': (payload, engine) => compareUnknown(engine, payload),
};
