import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { withoutPerson } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { numberEvents } from '../events/number.ts';
import { coverNowAndThen } from './cover.ts';
import { dueSubscriptions, release, takeRound } from './round.ts';
import { sendRound } from './send.ts';
import { hostSlots, type Slots } from './slots.ts';
import { storeTries } from './store.ts';

/** Subscriptions that this process sends to at once: each takes a connection to the database for moments only. */
const mostAtOnce = 200;
/** A subscription is given back after so long, for another process to have its turn. */
const turnMs = 30_000;
const [busyMs, idleMs] = [40, 250];

export type Deliverer = {
  /** Numbers new events, and begins to send what is due. Whether there was anything to do. */
  turn: () => Promise<boolean>;
  /** Waits for what was begun. */
  settled: () => Promise<void>;
};

/** Sends events to their subscriptions: side by side, so that one that takes its time delays no other. */
export function openDeliverer(engine: Engine, stop?: AbortSignal): Deliverer {
  const means: Means = { engine, slots: hostSlots(), cover: coverNowAndThen(engine.mark), stop };
  const begun = new Map<string, Promise<void>>();
  return {
    async turn() {
      const numbered = await numberEvents(engine.database, (error, accountId) =>
        engine.log.warn({ error, accountId }, 'events are not numbered'),
      );
      const due = begun.size < mostAtOnce ? await dueSubscriptions(engine.database, mostAtOnce) : [];
      const fresh = due.filter(({ accountId, id }) => !begun.has(`${accountId}:${id}`)).slice(0, mostAtOnce - begun.size);
      for (const { accountId, id } of fresh) {
        const key = `${accountId}:${id}`;
        const sending = drain(means, accountId, id)
          .catch((error) => engine.log.warn({ error, accountId, subscription: id }, 'events are not sent'))
          .finally(() => begun.delete(key));
        begun.set(key, sending);
      }
      return numbered > 0 || fresh.length > 0;
    },
    settled: async () => void (await Promise.all([...begun.values()])),
  };
}

/** `stop`: no further call begins. */
type Means = { engine: Engine; slots: Slots; cover: Engine['mark']['cover']; stop: AbortSignal | undefined };

/** Sends to one subscription, round by round, until nothing is due or its turn is over. */
async function drain({ engine, slots, cover, stop }: Means, accountId: number, id: number): Promise<void> {
  const within = <T>(work: Parameters<typeof withoutPerson<T>>[2]) => withoutPerson(engine.database, accountId, work);
  const token = randomUUID();
  const began = performance.now();
  while (!stop?.aborted && performance.now() - began < turnMs) {
    const round = await within((tenant) => takeRound(tenant, id, token));
    if (!round?.due.length || !(await cover())) break;
    const tries = await sendRound(engine, slots, accountId, round, stop);
    await within((tenant) => storeTries(tenant, id, tries, engine.now()));
    if (tries.length === 0) break;
  }
  await within((tenant) => release(tenant, id, token));
}

/** Delivers until it is stopped; what was begun then is finished. */
export function keepDelivering(engine: Engine): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const deliverer = openDeliverer(engine, stopping.signal);
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const busy = await deliverer.turn().catch((error) => {
        engine.log.warn({ error }, 'events are not delivered');
        return false;
      });
      await pause(busy ? busyMs : idleMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await deliverer.settled();
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
