import type { JobHandlers } from '../../base/job-queue.ts';
import { mailNotifications } from './mails/mailing.ts';

export const notificationsJobs: JobHandlers<'notifications:mail'> = {
  'notifications:mail': ({ accountId }, engine) => mailNotifications(engine, accountId),
};
