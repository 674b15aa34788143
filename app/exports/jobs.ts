import type { JobHandlers } from '../job-queue.ts';
import { writeOrdersExport } from './write.ts';

export const exportsJobs: JobHandlers<'exports:orders'> = {
  'exports:orders': (payload, engine, stop) => writeOrdersExport(engine, payload, stop),
};
