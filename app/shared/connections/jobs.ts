import type { JobHandlers } from '../../base/job-queue.ts';
import { followSignOff } from './connecting/follow-sign-off.ts';
import { followUninstall } from './connecting/uninstalled.ts';
import { watchIdentity } from './identity/watch.ts';
import { subscribe } from './webhooks/subscribing.ts';

export const connectionsJobs: JobHandlers<
  'connections:subscribe' | 'connections:identify' | 'connections:uninstalled' | 'connections:sign-off'
> = {
  'connections:subscribe': (payload, engine) => subscribe(engine, payload),
  'connections:uninstalled': (payload, engine) => followUninstall(engine, payload),
  'connections:sign-off': (payload, engine) => followSignOff(engine, payload),
  'connections:identify': (payload, engine) => watchIdentity(engine, payload),
};
