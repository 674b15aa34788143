import type { JobHandlers } from '../../../base/job-queue.ts';
import { mailMessage } from './mail.ts';

export const supportJobs: JobHandlers<'support:mail'> = {
  'support:mail': ({ accountId, messageId }, engine) => mailMessage(engine, accountId, messageId),
};
