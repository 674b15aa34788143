import type { JobHandlers } from '../../../base/job-queue.ts';
import { attempt } from '../../../base/last-attempt.ts';
import { enqueueImport } from './running/enqueue.ts';
import { giveUpImport, workOnImport } from './work.ts';

export const importsJobs: JobHandlers<'imports:work'> = {
  'imports:work': (payload, engine, stop, isLast = false) => {
    const { accountId, userId, importId } = payload;
    return attempt(engine, {
      ...{ actor: { accountId, userId }, stop, isLast },
      work: () => workOnImport(engine, payload, stop),
      goOn: (tenant) => enqueueImport(tenant, importId),
      giveUp: (tenant) => giveUpImport(tenant, importId),
    });
  },
};
