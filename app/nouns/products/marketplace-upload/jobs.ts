import type { JobHandlers } from '../../../base/job-queue.ts';
import { workUpload } from './work.ts';

export const uploadJobs: JobHandlers<'products:upload'> = {
  'products:upload': (payload, engine, stop) => workUpload(engine, payload, stop),
};
