import { withoutPerson } from '../../platform/tenant.ts';
import type { JobHandlers } from '../base/job-queue.ts';
import { rereadUnusableOf } from '../nouns/order-flow/release/adopting/look-up.ts';
import { drainOutbox } from './sending/drain.ts';
import { rereadOrder } from './sending/reread.ts';
import { pullStream } from './streams/pull.ts';

export const syncJobs: JobHandlers<'stream:pull' | 'outbox:drain' | 'orders:reread' | 'orders:reread-unusable'> = {
  'stream:pull': (payload, engine, stop) => pullStream(engine, payload, stop),
  'outbox:drain': (payload, engine, stop) => drainOutbox(engine, payload, stop),
  'orders:reread': (payload, engine) => rereadOrder(engine, payload),
  'orders:reread-unusable': ({ accountId, connectionId }, { database }) =>
    withoutPerson(database, accountId, (tenant) => rereadUnusableOf(tenant, connectionId)),
};
