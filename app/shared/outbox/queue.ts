import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { isTraced, traceNow } from '../../../platform/traces/spans.ts';
import { originNow } from '../../../platform/work.ts';
import { enqueueAll, type Job } from '../../base/job-queue.ts';
import { allWaiting } from './all-waiting.ts';
import type { taskInWords } from './tasks.ts';

/**
 * What an effect does at the other side. Effects are sent by their connection's drain job, after the change that queued them is committed.
 */
export type EffectKind = keyof typeof taskInWords;

/** Effects to queue, as a selection: one for each row of `from`, each column by its expression. */
export type EffectSource = {
  kind: EffectKind;
  connectionId: RawBuilder<unknown>;
  /** An effect of the same connection, kind and key is the same effect. */
  key: RawBuilder<unknown>;
  warehouseOrderId?: RawBuilder<unknown>;
  orderId?: RawBuilder<unknown>;
  shipmentId?: RawBuilder<unknown>;
  /** Of a purchase order: what is announced, or booked to its source. */
  asnId?: RawBuilder<unknown>;
  bookingId?: RawBuilder<unknown>;
  /** Whether the other side may have done it already: then it is looked up first. */
  maybeDone?: RawBuilder<unknown>;
  /** Whether the other side is asked for the order number too, because it may have it under another reference. */
  byNumber?: RawBuilder<unknown>;
  /** When it may go; at once unless said. */
  dueAt?: RawBuilder<unknown>;
  /** The person who asked for it. */
  userId?: number | null;
  /** The run that waits for it. */
  runId?: number;
  /** The trace that it goes on with where that is not the current one. */
  trace?: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
};

/** Whether an effect that was queued before is sent again: never, when it was dropped, when it has ended, or unless it is being sent. */
export type Again = 'never' | 'when_dropped' | 'when_ended' | 'unless_sending';

type Queued = Columns<'outbox', 'connection_id' | 'order_id'>;

/** Queues effects, and wakes their connections when the transaction commits. Returns those that were queued. */
export async function queueEffects(tenant: Tenant, source: EffectSource, again: Again = 'never'): Promise<Queued[]> {
  const unlessNew = sql`on conflict (account_id, connection_id, kind, key) ${onConflict[again]}`;
  const { rows } = await insertEffects(tenant, source, unlessNew).execute(tenant.db);
  await wakeOutbox(
    tenant,
    rows.map(({ connection_id }) => connection_id),
  );
  return rows;
}

const sendAgain = sql`do update set state = 'waiting', due_at = excluded.due_at, attempts = 0, done_at = null, user_id = excluded.user_id,
  cause = excluded.cause, trace = excluded.trace, run_id = coalesce(excluded.run_id, outbox.run_id),
  -- What was in doubt of one that is done since says nothing of what is asked for now.
  maybe_done = outbox.maybe_done and outbox.state <> 'done'`;
const onConflict: Record<Again, RawBuilder<unknown>> = {
  never: sql`do nothing`,
  when_dropped: sql`${sendAgain} where outbox.state = 'dropped'`,
  when_ended: sql`${sendAgain} where outbox.state in ('done', 'failed', 'dropped')`,
  unless_sending: sql`${sendAgain} where outbox.state <> 'sending'`,
};

const none = sql`null::bigint`;

/**
 * The insert as a part of a bigger statement. The caller wakes the outbox. What is selected is a query of its own: several nodes run one of
 * any shape there, and not within an insert.
 */
export function insertEffects({ accountId }: Tenant, source: EffectSource, unlessNew = sql``): RawBuilder<Queued> {
  const {
    kind,
    connectionId,
    key,
    warehouseOrderId = none,
    orderId = none,
    shipmentId = none,
    maybeDone = sql`false`,
    byNumber = sql`false`,
    dueAt = sql`now()`,
    asnId = none,
    bookingId = none,
    trace = sql`null`,
  } = source;
  return sql<Queued>`
    insert into outbox (account_id, connection_id, kind, key, warehouse_order_id, order_id, shipment_id, asn_id, booking_id, maybe_done,
      by_number, user_id, run_id, cause, trace, due_at)
    with source as materialized (
      select (${connectionId})::bigint as connection_id, (${key})::text as key, (${warehouseOrderId})::bigint as warehouse_order_id,
        (${orderId})::bigint as order_id, (${shipmentId})::bigint as shipment_id, (${asnId})::bigint as asn_id,
        (${bookingId})::bigint as booking_id, (${maybeDone})::boolean as maybe_done, (${byNumber})::boolean as by_number,
        (${trace})::text as trace, (${dueAt})::timestamptz as due_at
      from ${source.from}
    )
    select ${accountId}, connection_id, ${kind}, key, warehouse_order_id, order_id, shipment_id, asn_id, booking_id, maybe_done, by_number,
      ${source.userId ?? null}::bigint, ${source.runId ?? null}::bigint, ${originNow()?.cause ?? null}::text,
      coalesce(trace, ${traceNow() ?? null}::text), due_at
    from source ${unlessNew} returning connection_id, order_id`;
}

/**
 * The trace that brought a warehouse order to the warehouse; its confirmation goes on with that. Where nothing is traced, nothing is
 * looked up.
 */
export const traceOfOrders = (tenant: Tenant, warehouseOrderId: RawBuilder<unknown>): RawBuilder<unknown> =>
  isTraced()
    ? sql`(select x.trace from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = ${warehouseOrderId}
        and x.kind = 'submit' order by x.id limit 1)`
    : sql`null`;

/** Sends failed effects again: those that meet a condition on the outbox `x`. */
export async function retryFailed(tenant: Tenant, meant: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Columns<'outbox', 'connection_id'>>`
    update outbox x set state = 'waiting', due_at = now(), attempts = 0, last_failure = null, done_at = null,
      cause = coalesce(${originNow()?.cause ?? null}::text, x.cause)
    where ${inAccount(tenant, 'x')} and x.state = 'failed' and ${meant}
    returning connection_id`.execute(tenant.db);
  await wakeOutbox(
    tenant,
    rows.map(({ connection_id }) => connection_id),
  );
}

/** Sends effects again that had ended and that the other side may have done: those of a kind that meet a condition on the outbox `x`. */
export async function lookUpAgain(tenant: Tenant, kind: EffectKind, meant: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Columns<'outbox', 'connection_id'>>`
    update outbox x set state = 'waiting', maybe_done = true, due_at = now(), attempts = 0, done_at = null
    where ${inAccount(tenant, 'x')} and x.kind = ${kind} and x.state = 'done' and ${meant}
    returning connection_id`.execute(tenant.db);
  await wakeOutbox(
    tenant,
    rows.map(({ connection_id }) => connection_id),
  );
}

/**
 * The job that drains a connection's outbox, one at a time per connection. Jobs for now and for later have different keys: a job
 * with the same key is replaced, and a job for later must not postpone one for now.
 */
export const drainJob = (accountId: number, connectionId: number, runAt?: Date): Job<'outbox:drain'> => ({
  name: 'outbox:drain',
  payload: { accountId, connectionId },
  queue: `drain:${accountId}:${connectionId}`,
  key: `drain:${accountId}:${connectionId}${runAt ? ':later' : ''}`,
  ...(runAt ? { runAt } : {}),
});

/** Wakes the outboxes of these connections when the transaction commits. */
export async function wakeOutbox(tenant: Tenant, connectionIds: number[]): Promise<void> {
  await enqueueAll(
    tenant,
    [...new Set(connectionIds)].map((id) => drainJob(tenant.accountId, id)),
  );
}

/** Makes this connection's waiting effects due now. Claimed effects are left to their worker. */
export async function makeDue(tenant: Tenant, connectionId: number): Promise<void> {
  for (const ofKind of [sql`x.kind <> 'stock'`, sql`x.kind = 'stock'`])
    await sql`
      update outbox o set due_at = now()
      from (select x.id from outbox x where ${inAccount(tenant, 'x')} and x.connection_id = ${connectionId} and ${allWaiting('x')}
        and ${ofKind} and x.state = 'waiting' for update skip locked) as free
      where ${inAccount(tenant, 'o')} and o.id = free.id`.execute(tenant.db);
}
