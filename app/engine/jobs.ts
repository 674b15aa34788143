import type { JobHandlers } from '../base/job-queue.ts';
import { drainOutbox } from './sending/drain.ts';
import { rereadOrder } from './sending/reread.ts';
import { pullStream } from './streams/pull.ts';

export const syncJobs: JobHandlers<'stream:pull' | 'outbox:drain' | 'orders:reread'> = {
  'stream:pull': (payload, engine, stop) => pullStream(engine, payload, stop),
  'outbox:drain': (payload, engine, stop) => drainOutbox(engine, payload, stop),
  'orders:reread': (payload, engine) => rereadOrder(engine, payload),
};
