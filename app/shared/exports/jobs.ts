import type { JobHandlers } from '../../base/job-queue.ts';
import type { WriteExport } from './write.ts';

export const exportsJobs = (writeExport: WriteExport): JobHandlers<'exports:orders'> => ({
  'exports:orders': (payload, engine, stop) => writeExport(engine, payload, stop),
});
