import type { FastifyInstance } from 'fastify';
import type { LiveFeed } from '../../../../platform/events.ts';
import { whileWaiting } from '../../../../platform/http/front-door.ts';
import type { CallOf } from '../../../../platform/http/route.ts';
import { everyTopic } from '../../../../platform/recent-news.ts';
import type { Within } from '../../../../platform/tenant.ts';
import type { Run } from '../contract.ts';
import { listRuns } from '../queries.ts';

type Ended = Pick<Run, 'state' | 'done' | 'sentence'>;
type Wait = { accountId: number; runId: number; ms: number; stop: AbortSignal[] };

/** Of a call, what waiting for a run that it started needs. */
export type WaitingCall = Pick<CallOf<unknown, unknown, unknown, 'work'>, 'inTenant' | 'session' | 'reply'>;

/** How long a call may wait for long work that it started, in ms. */
type Patience = { news: LiveFeed; longestWaitMs: number };

/** Returns what waits for a run as long as a call may wait: not beyond the end of its connection or of this process. */
export function runWaiter(app: FastifyInstance, { news, longestWaitMs }: Patience) {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  return ({ inTenant, session, reply }: WaitingCall, runId: number): Promise<Ended> => {
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const stop = [closing.signal, left.signal];
    return whileWaiting(() => waitForRun(news, inTenant, { accountId: session.accountId, runId, ms: longestWaitMs, stop }));
  };
}

/**
 * Waits at most `ms` until a run ends. Returns it; one that is gone counts as cancelled. Listens to live events, and reads the state before
 * and after.
 */
export async function waitForRun(news: LiveFeed, inTenant: Within, { accountId, runId, ms, stop }: Wait): Promise<Ended> {
  const read = async () => (await inTenant((tenant) => listRuns(tenant, { ids: [runId] })))[0] ?? gone;
  const patience = AbortSignal.any([AbortSignal.timeout(ms), ...stop]);
  let wake = Promise.withResolvers<void>();
  const unsubscribe = news.subscribe(accountId, ({ topic, ids }) => {
    // Where listening begins, it may have ended unheard.
    if (topic === everyTopic || (topic === 'runs' && (ids?.includes(runId) ?? true))) wake.resolve();
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
