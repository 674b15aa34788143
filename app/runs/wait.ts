import type { LiveFeed } from '../../platform/events.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { Run } from './contract.ts';
import { listRuns } from './queries.ts';

type InTenant = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;
type Ended = Pick<Run, 'state' | 'done' | 'sentence'>;
type Wait = { accountId: number; runId: number; ms: number; stop: AbortSignal[] };

/** Waits at most `ms` until a run ends. Returns it; one that is gone counts as cancelled. Listens to live events, and reads the state before and after. */
export async function waitForRun(news: LiveFeed, inTenant: InTenant, { accountId, runId, ms, stop }: Wait): Promise<Ended> {
  const read = async () => (await inTenant((tenant) => listRuns(tenant, { ids: [runId] })))[0] ?? gone;
  const patience = AbortSignal.any([AbortSignal.timeout(ms), ...stop]);
  let wake = Promise.withResolvers<void>();
  const unsubscribe = news.subscribe(accountId, ({ topic, ids }) => {
    if (topic === 'runs' && (ids?.includes(runId) ?? true)) wake.resolve();
  });
  const giveUp = () => wake.resolve();
  patience.addEventListener('abort', giveUp);
  try {
    for (;;) {
      wake = Promise.withResolvers<void>();
      const run = await read();
      if (run.state !== 'running' || patience.aborted) return run;
      await wake.promise;
    }
  } finally {
    unsubscribe();
    patience.removeEventListener('abort', giveUp);
  }
}

const gone: Ended = { state: 'cancelled', done: 0, sentence: null };
