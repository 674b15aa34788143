import type { LiveFeed } from '../../platform/events.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { Run } from './contract.ts';
import { listRuns } from './queries.ts';

type InTenant = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;
type Wait = { accountId: number; runId: number; ms: number; stop: AbortSignal[] };

/** Waits at most `ms` until a run ends. Returns its state. Listens to live events, and reads the state before and after. */
export async function waitForRun(news: LiveFeed, inTenant: InTenant, { accountId, runId, ms, stop }: Wait): Promise<Run['state']> {
  const read = async () => (await inTenant((tenant) => listRuns(tenant, { ids: [runId] })))[0]?.state ?? 'cancelled';
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
      const state = await read();
      if (state !== 'running' || patience.aborted) return state;
      await wake.promise;
    }
  } finally {
    unsubscribe();
    patience.removeEventListener('abort', giveUp);
  }
}
