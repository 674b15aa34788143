import type { JobHandlers } from '../../../base/job-queue.ts';
import { attempt } from '../../../base/last-attempt.ts';
import { giveUpRun } from '../../../shared/runs/bulk/work.ts';
import { failUnderWay } from './settle.ts';
import { enqueueUpload, workUpload } from './work.ts';

export const uploadJobs: JobHandlers<'products:upload'> = {
  'products:upload': (payload, engine, stop, isLast = false) => {
    const { accountId, userId, runId } = payload;
    return attempt(engine, {
      ...{ actor: { accountId, userId }, stop, isLast },
      work: () => workUpload(engine, payload, stop),
      goOn: (tenant) => enqueueUpload(tenant, payload),
      giveUp: (tenant) =>
        giveUpRun(tenant, runId, { code: 'upload_given_up', done: 'uploaded', failBegun: () => failUnderWay(tenant, runId) }),
    });
  },
};
