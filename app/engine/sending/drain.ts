import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isPassing } from '../../../platform/db.ts';
import { idsOf } from '../../../platform/ids.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import { enqueueAll } from '../../base/job-queue.ts';
import type { Engine } from '../../base/worker-context.ts';
import { hasChangedSince, wasSeenWithinTheHour } from '../../nouns/order-flow/order-sql.ts';
import { mayAnnounce } from '../../nouns/purchase-flow/asn/source-read.ts';
import { isTold } from '../../nouns/stock-out/bookings/own-bookings.ts';
import { queueSomeNoted } from '../../nouns/stock-out/noted/noted.ts';
import { quantityWanted } from '../../nouns/stock-out/quantities.ts';
import { type Connection, getConnection, misfitOf } from '../../shared/connections/calls/session.ts';
import { mayCall, recordFailure, releaseProbe } from '../../shared/connections/health/health.ts';
import { claimEffects, type Effect, releaseClaims } from '../../shared/outbox/claim.ts';
import { drainJob } from '../../shared/outbox/queue.ts';
import { ourFault, sendBatch } from './batch.ts';
import { type Compose, composeApart, composeTogether } from './composing/apart.ts';
import type { Messages } from './composing/messages.ts';
import { lookBeforeConfirming } from './confirming/look-before.ts';
import { keepLease } from './lease.ts';
import { recordOutcomes } from './replies/outcomes.ts';

/** Batches that are sent in parallel: while one waits for its slowest call or records its results, the others go on. */
const lanes = 3;
const batch = 48;
/** Then the job ends and is enqueued again, so that a worker that has to stop does not wait for a full outbox. */
const longestMs = 20_000;

type Outbox = { accountId: number; connectionId: number };

/**
 * Sends the due effects of a connection's outbox, a batch at a time, until none is left, the connection is blocked, or time is
 * up. Enqueues itself again for what is due later.
 */
export async function drainOutbox(engine: Engine, outbox: Outbox, stop: AbortSignal): Promise<void> {
  await drainLane(engine, outbox, { until: Date.now() + longestMs, stop, others: lanes - 1 });
}

/**
 * A book of stock moves by itself when a confirmation or a receipt is booked. Told of stock in another lane in the meantime, it would have
 * the quantity from before that.
 */
const isBook = (connection: Connection) => quantityWanted(connection) === 'on_hand';

type Lane = { until: number; stop: AbortSignal; others: number };

/**
 * Claims and sends batches one after another. A lane that finds a full batch starts the next lane beside it, and ends after that, whatever
 * becomes of its own: a worker that stops waits for all that is being sent.
 */
async function drainLane(engine: Engine, outbox: Outbox, lane: Lane): Promise<void> {
  let beside: Promise<PromiseSettledResult<void>[]> | undefined;
  try {
    while (!lane.stop.aborted) {
      const since = Date.now();
      const { connection, effects, refused, messages, token, tries } = await begin(engine, outbox, since < lane.until ? batch : 0);
      if (!connection || effects.length + refused.length === 0) break;
      if (refused.length > 0) await setAside(engine, connection, refused, token, tries);
      if (effects.length === 0) continue;
      if (effects.length === batch && lane.others > 0 && !isBook(connection))
        beside ??= Promise.allSettled([drainLane(engine, outbox, { ...lane, others: lane.others - 1 })]);
      const lease = { ...keepLease(engine, outbox.accountId, token, effects, since), stop: lane.stop };
      const [mayLeave] = await Promise.all([engine.mark.cover(), lookBeforeConfirming(engine, connection, messages)]).catch((error) => {
        lease.end();
        throw error;
      });
      if (mayLeave) await sendBatch(engine, connection, effects, messages, lease, tries).finally(lease.end);
      else return await giveBack(engine, outbox, effects, token, tries).finally(lease.end);
    }
  } finally {
    await beside;
  }
  for (const ended of (await beside) ?? []) if (ended.status === 'rejected') throw ended.reason;
}

/** What cannot be said is tried again later, as what fails in other ways, until a person is asked. */
async function setAside(engine: Engine, connection: Connection, refused: Effect[], token: string, tries: boolean): Promise<void> {
  const outcomes = refused.map((effect) => ourFault(engine, effect, { maybeDone: false }));
  await withoutPerson(engine.database, connection.accountId, async (tenant) => {
    await recordOutcomes(tenant, connection, outcomes, token, false);
    // Nothing was called.
    if (tries) await releaseProbe(tenant, connection.id);
  });
}

/** The database is not known to be the newest: what was claimed waits untried. */
async function giveBack(
  engine: Engine,
  { accountId, connectionId }: Outbox,
  effects: Effect[],
  token: string,
  tries: boolean,
): Promise<void> {
  await withoutPerson(engine.database, accountId, async (tenant) => {
    await releaseClaims(tenant, idsOf(effects), token, null);
    if (tries) await releaseProbe(tenant, connectionId);
  });
}

/**
 * A submit waits when the channel has not been seen to have one of its orders for long: until a walk through the open orders, or
 * a re-read. What may have arrived already is looked for at the warehouse first.
 */
const stillExists = (tenant: Tenant) => sql`(o.kind <> 'submit' or o.maybe_done or not exists (select 1 from orders x
  where ${inAccount(tenant, 'x')} and x.warehouse_order_id = o.warehouse_order_id and not ${wasSeenWithinTheHour('x')}))`;

/**
 * The end of a hold sends goods as well. It waits the same way where a stream tells whether the channel has the order, until a channel
 * that was connected again is read, and for a person where the channel has changed it since. Walks pass over what is archived: it goes on.
 */
const mayGoOn = (tenant: Tenant) => sql`(o.kind <> 'release' or not exists (select 1 from orders x
  join connections xc on ${inAccount(tenant, 'xc')} and xc.id = x.connection_id
  where ${inAccount(tenant, 'x')} and x.warehouse_order_id = o.warehouse_order_id and (${hasChangedSince(tenant, 'x')}
    or xc.state <> 'disconnected' and (xc.catches_up or not ${wasSeenWithinTheHour('x')} and x.gone_at is null and x.archived_at is null
      and x.source_state not in ('shipped', 'cancelled') and exists (select 1 from streams r where ${inAccount(tenant, 'r')}
        and r.connection_id = xc.id and r.stream in ('still_there', 'open_orders'))))))`;

/** Claims what may be sent now, and composes its messages: each by itself where they cannot be composed together. */
async function begin(engine: Engine, outbox: Outbox, most: number) {
  try {
    return await beginWith(composeTogether, engine, outbox, most);
  } catch (error) {
    if (isPassing(error)) throw error;
    engine.log.error({ error, account: outbox.accountId, connection: outbox.connectionId }, 'composing failed unexpectedly');
    return beginWith(composeApart, engine, outbox, most);
  }
}

/** When nothing is due yet, enqueues the job for when it will be. */
async function beginWith(compose: Compose, engine: Engine, { accountId, connectionId }: Outbox, most: number) {
  const token = randomUUID();
  const nothing = { connection: undefined, effects: [], refused: [], messages: new Map() as Messages, token, tries: false };
  return withoutPerson(engine.database, accountId, async (tenant) => {
    const connection = await getConnection(tenant, engine.seal, connectionId);
    const may = connection ? await mayCall(tenant, connection) : 'no';
    const comeBack = async (at: Date | null) => {
      if (at) await enqueueAll(tenant, [drainJob(accountId, connectionId, at)]);
      return nothing;
    };
    if (!connection || may === 'no') return comeBack(connection?.state === 'active' ? connection.blockedUntil : null);
    const misfit = misfitOf(connection);
    if (misfit) {
      // Nothing can be said to it: what waits goes out once a person has edited its settings.
      await recordFailure(tenant, connection, { kind: 'reconnect', reason: misfit });
      return nothing;
    }
    const { effects: claimed, dueAt } = await claimInTurn(tenant, connection, token, may === 'once' ? Math.min(most, 1) : most);
    if (claimed.length > 0) {
      const { messages, refused } = await compose(tenant, connection, claimed);
      const effects = claimed.filter((effect) => !refused.includes(effect));
      return { connection, effects, refused, messages, token, tries: may === 'once' };
    }
    if (may === 'once') await releaseProbe(tenant, connectionId);
    return comeBack(dueAt);
  });
}

/**
 * Stock leaves when nothing of an order is due: a change of a whole catalogue must not keep an order waiting. To a channel that is
 * connected again it leaves once its orders are read: what it sold since is not known before. What came of a purchase order is booked
 * after it: what a book will add by that is not told, and has to be taken back first where the goods were counted before. What is
 * noted of a book's stock is queued here as well, since the job that does it may wait for a worker that was killed.
 */
async function claimInTurn(tenant: Tenant, connection: Connection, token: string, most: number) {
  const claimed = await claimFirst(tenant, connection, token, most);
  const mayBook = claimed.effects.length === 0 && most > 0 && isBook(connection);
  return mayBook && (await queueSomeNoted(tenant)) > 0 ? claimFirst(tenant, connection, token, most) : claimed;
}

async function claimFirst(tenant: Tenant, connection: Connection, token: string, most: number) {
  const turns = [
    sql`o.kind <> 'stock' and o.kind <> 'book' and ${stillExists(tenant)} and ${mayGoOn(tenant)} and ${mayAnnounce(tenant)}`,
    ...(connection.connector.inventory ? [sql`o.kind = 'stock' and not c.catches_up`] : []),
    ...(connection.connector.purchaseOrders ? [sql`o.kind = 'book' and ${isBook(connection) ? isTold(tenant) : sql`true`}`] : []),
  ];
  let next: Date | null = null;
  for (const maySend of turns) {
    const { effects, dueAt } = await claimEffects(tenant, connection.id, token, most, maySend);
    if (effects.length > 0) return { effects, dueAt };
    next = earlier(next, dueAt);
  }
  return { effects: [], dueAt: next };
}

const earlier = (one: Date | null, two: Date | null) => (one && two ? (one < two ? one : two) : (one ?? two));
