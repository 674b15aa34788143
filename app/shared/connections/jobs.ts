import type { JobHandlers } from '../../base/job-queue.ts';
import { watchIdentity } from './identity/watch.ts';
import { subscribe } from './webhooks/subscribing.ts';

export const connectionsJobs: JobHandlers<'connections:subscribe' | 'connections:identify'> = {
  'connections:subscribe': (payload, engine) => subscribe(engine, payload),
  'connections:identify': (payload, engine) => watchIdentity(engine, payload),
};
