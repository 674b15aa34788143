import type { JobHandlers } from '../../../base/job-queue.ts';
import { workOnImport } from './work.ts';

export const importsJobs: JobHandlers<'imports:work'> = {
  'imports:work': (payload, engine, stop) => workOnImport(engine, payload, stop),
};
