import type { JobHandlers } from '../job-queue.ts';
import { subscribe } from './subscribing.ts';

export const connectionsJobs: JobHandlers<'connections:subscribe'> = {
  'connections:subscribe': (payload, engine) => subscribe(engine, payload),
};
