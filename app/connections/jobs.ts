import type { JobHandlers } from '../job-queue.ts';
import { watchIdentity } from './identity/verify.ts';
import { subscribe } from './subscribing.ts';

export const connectionsJobs: JobHandlers<'connections:subscribe' | 'connections:identify'> = {
  'connections:subscribe': (payload, engine) => subscribe(engine, payload),
  'connections:identify': (payload, engine) => watchIdentity(engine, payload),
};
