import type { JobHandlers } from '../../base/job-queue.ts';
import type { ExportNouns } from './export-file.ts';
import { writeExport } from './write.ts';

export const exportsJobs = (nouns: ExportNouns): JobHandlers<'exports:write'> => ({
  'exports:write': (payload, engine, stop) => writeExport(nouns, engine, payload, stop),
});
