import type { JobHandlers } from '../job-queue.ts';
import { writeExport } from './write.ts';

export const exportsJobs: JobHandlers<'exports:orders'> = {
  'exports:orders': (payload, engine, stop) => writeExport(engine, payload, stop),
};
