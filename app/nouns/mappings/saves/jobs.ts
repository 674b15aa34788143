import type { JobHandlers } from '../../../base/job-queue.ts';
import { compareThere, followThere } from './sent.ts';

export const mappingSavesJobs: JobHandlers<'orders:follow-sent' | 'orders:compare-sent'> = {
  'orders:follow-sent': (payload, { database }) => followThere(database, payload),
  'orders:compare-sent': (payload, { database }) => compareThere(database, payload),
};
