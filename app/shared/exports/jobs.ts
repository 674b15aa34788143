import type { JobHandlers } from '../../base/job-queue.ts';
import { attempt } from '../../base/last-attempt.ts';
import type { ExportNouns } from './export-file.ts';
import { enqueueExport } from './start-export.ts';
import { giveUpExport, writeExport } from './write.ts';

export const exportsJobs = (nouns: ExportNouns): JobHandlers<'exports:write'> => ({
  'exports:write': (payload, engine, stop, isLast = false) => {
    const { accountId, userId, exportId } = payload;
    return attempt(engine, {
      ...{ actor: { accountId, userId }, stop, isLast },
      work: () => writeExport(nouns, engine, payload, stop),
      goOn: (tenant) => enqueueExport(tenant, exportId),
      giveUp: (tenant) => giveUpExport(tenant, nouns, exportId),
    });
  },
});
