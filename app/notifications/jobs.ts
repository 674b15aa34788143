import type { JobHandlers } from '../job-queue.ts';
import { mailNotifications } from './mailing.ts';

export const notificationsJobs: JobHandlers<'notifications:mail'> = {
  'notifications:mail': ({ accountId }, engine) => mailNotifications(engine, accountId),
};
