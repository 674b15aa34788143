import type { JobHandlers } from '../job-queue.ts';
import { drainOutbox } from './drain.ts';
import { pullStream } from './pull.ts';
import { rereadOrder } from './reread.ts';

export const syncJobs: JobHandlers<'stream:pull' | 'outbox:drain' | 'orders:reread'> = {
  'stream:pull': (payload, engine, stop) => pullStream(engine, payload, stop),
  'outbox:drain': (payload, engine, stop) => drainOutbox(engine, payload, stop),
  'orders:reread': (payload, engine) => rereadOrder(engine, payload),
};
