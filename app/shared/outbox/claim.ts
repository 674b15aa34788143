import { type RawBuilder, sql } from 'kysely';
import type { Failure, Reason } from '../../../connectors/contract.ts';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { mayLeave } from '../../base/installation/gate.ts';
import { windowIsOpen } from '../../base/window.ts';
import { allWaiting } from './all-waiting.ts';
import type { EffectKind } from './queue.ts';
import { dropSuperseded, isOtherWish } from './wishes.ts';

/**
 * An effect to send, claimed by us until its lease ends. `maybe_done`: an earlier attempt may have been done, so look before repeating it.
 * `user_id`: the person who asked for it, if one did.
 */
export type Effect = { kind: EffectKind } & Columns<
  'outbox',
  | 'id'
  | 'run_id'
  | 'key'
  | 'attempts'
  | 'maybe_done'
  | 'missing_since'
  | 'by_number'
  | 'warehouse_order_id'
  | 'order_id'
  | 'shipment_id'
  | 'asn_id'
  | 'booking_id'
  | 'user_id'
  | 'cause'
  | 'trace'
  | 'ticket'
  | 'ticket_since'
  | 'ticket_quantity'
>;

/** Longer than one call plus the time to the next renewal. No longer than needed: effects of a worker that dies wait this long. */
export const leaseSeconds = 24;

/**
 * Parcels of one order are confirmed one after another: a channel that keeps its own division of the order into parcels is read
 * first, and what was read is no longer true while another parcel is being entered. One that waits for its ticket holds none up.
 */
const isNextParcel = (tenant: Tenant) => sql`(o.kind <> 'confirm' or o.order_id is null or not exists (select 1 from outbox x
  where ${inAccount(tenant, 'x')} and x.order_id = o.order_id and x.kind = o.kind and x.id < o.id
    and x.state in ('waiting', 'sending') and x.ticket is null))`;

/** A hold or its end waits for the other one to end that is being sent: the last one to arrive is what stays. */
const isLastWish = (tenant: Tenant) => sql`(o.kind not in ('hold', 'release', 'hold_at_channel') or not exists (select 1 from outbox x
  where ${inAccount(tenant, 'x')} and ${isOtherWish} and x.state = 'sending'))`;

/** That a request to ship is declined waits for the word that it was accepted, where that is on its way. */
const isLastReply = (tenant: Tenant) => sql`(o.kind <> 'decide_ship' or not exists (select 1 from outbox x
  where ${inAccount(tenant, 'x')} and x.order_id = o.order_id and x.kind = o.kind and x.id < o.id and x.state = 'sending'))`;

const isNextOfItsOrder = (tenant: Tenant) => sql`${isNextParcel(tenant)} and ${isLastWish(tenant)} and ${isLastReply(tenant)}`;

/** A channel that marks whole orders is not told that one shipped while goods that it added were not sent: a person decides first. */
const isWhole = (tenant: Tenant) => sql`(o.kind <> 'confirm' or c.confirms <> 'whole_order' or not exists (select 1 from issues i
  where ${inAccount(tenant, 'i')} and i.order_id = o.order_id and i.type = 'changed_after_release' and i.subject = 'added'
    and i.closed_at is null))`;

/**
 * Claims up to `most` due effects for `token`, of those that meet `maySend`, a condition on the outbox `o`. An effect whose lease ended was
 * being sent by a worker that died or froze: it is claimed too, as maybe done. When there is nothing to claim, `dueAt` is when there will
 * be; null when nothing waits, or nothing may leave now, because of the time window or of the database: the sweep finds that later.
 */
export async function claimEffects(
  tenant: Tenant,
  connectionId: number,
  token: string,
  most: number,
  maySend: RawBuilder<unknown>,
): Promise<{ effects: Effect[]; dueAt: Date | null }> {
  const { rows: effects } = await sql<Effect>`
    with due as (
      select o.id from outbox o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
      where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId} and ${allWaiting('o')} and o.due_at <= now()
        and (o.state = 'waiting' or o.lease_until < now()) and ${windowIsOpen('c')} and ${mayLeave(tenant, connectionId)} and ${maySend}
          and ${isNextOfItsOrder(tenant)} and ${isWhole(tenant)}
      order by o.due_at, o.id limit ${most} for update of o skip locked
    )
    update outbox o set state = 'sending', lease_token = ${token}::uuid, lease_until = now() + make_interval(secs => ${leaseSeconds}),
      attempts = o.attempts + 1, maybe_done = o.maybe_done or o.state = 'sending',
      -- Whoever died may have sent it once more: that has to arrive as well.
      missing_since = case when o.state = 'waiting' then o.missing_since end
    from due where ${inAccount(tenant, 'o')} and o.id = due.id
    returning o.id, o.kind, o.key, o.attempts, o.maybe_done, o.missing_since, o.by_number, o.warehouse_order_id, o.order_id, o.shipment_id,
      o.asn_id, o.booking_id, o.user_id, o.cause, o.trace, o.ticket, o.ticket_since, o.ticket_quantity, o.run_id`.execute(tenant.db);
  if (effects.length > 0) return { effects, dueAt: null };
  const { rows } = await sql<{ due_at: Date | null }>`
    select min(greatest(o.due_at, coalesce(o.lease_until, o.due_at), now() + interval '20 milliseconds')) as due_at
    from outbox o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId} and ${allWaiting('o')} and ${windowIsOpen('c')}
      and ${mayLeave(tenant, connectionId)} and ${maySend} and ${isNextOfItsOrder(tenant)} and ${isWhole(tenant)}`.execute(tenant.db);
  return { effects, dueAt: rows[0]?.due_at ?? null };
}

/**
 * Extends the lease of claimed effects. Returns those that are still ours and may be sent: none once the connection was paused or
 * disconnected or the account suspended. Their lease lasts all the same, so that the replies to what has left are recorded.
 */
export async function extendLease(tenant: Tenant, ids: readonly number[], token: string): Promise<Set<number>> {
  const { rows } = await sql<Columns<'outbox', 'id'> & { may_call: boolean }>`
    with mine as (
      select id from outbox where ${inAccount(tenant)} and id = any(${[...ids]}::bigint[]) and lease_token = ${token}::uuid
        and state = 'sending' order by id for no key update
    )
    update outbox o set lease_until = now() + make_interval(secs => ${leaseSeconds})
    from mine where ${inAccount(tenant, 'o')} and o.id = mine.id
    returning o.id, exists (select 1 from connections c join accounts a on a.id = c.account_id and a.suspended_at is null
      where ${inAccount(tenant, 'c')} and c.id = o.connection_id and c.state = 'active') as may_call`.execute(tenant.db);
  return new Set(rows.flatMap(({ id, may_call }) => (may_call ? id : [])));
}

/**
 * Locks claimed effects in the order of their ids, before what became of them is recorded one by one: the renewal of their lease
 * locks the same ones, and both would wait for each other.
 */
export async function lockEffects(tenant: Tenant, ids: number[]): Promise<void> {
  await sql`select from outbox where ${inAccount(tenant)} and id = any(${ids}::bigint[]) order by id for no key update`.execute(tenant.db);
}

/** Gives claimed effects back untried. Here and below: one that was dropped while it was being sent stays dropped. */
export async function releaseClaims(tenant: Tenant, ids: number[], token: string, at: Date | null): Promise<void> {
  if (ids.length === 0) return;
  await lockEffects(tenant, ids);
  await sql`update outbox set state = 'waiting', attempts = attempts - 1, lease_token = null, lease_until = null,
    due_at = greatest(due_at, coalesce(${at}::timestamptz, due_at))
    where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and lease_token = ${token}::uuid and state = 'sending'`.execute(tenant.db);
  await dropSuperseded(tenant, ids);
}

/** Marks claimed effects as done, and returns those that were still ours. Whoever claimed the others records them. */
export async function finishEffects(tenant: Tenant, ids: number[], token: string): Promise<Set<number>> {
  const { rows } = await sql<Columns<'outbox', 'id'>>`
    update outbox set state = 'done', done_at = now(), run_id = null, maybe_done = maybe_done and kind <> 'stock', lease_token = null,
      lease_until = null, last_failure = null, missing_since = null, ticket = null, ticket_since = null, ticket_quantity = null
    where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and lease_token = ${token}::uuid and state = 'sending' returning id`.execute(
    tenant.db,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Effects that did not succeed wait, until `at` or from now on. `maybeDone`: this attempt may have been done. `counts`: it was an attempt.
 * `settled`: its ticket says so, and is done with.
 */
export async function postponeEffects(
  tenant: Tenant,
  token: string,
  effects: { id: number; reason: Reason; at: Date | null; maybeDone: boolean; counts: boolean; settled?: boolean }[],
): Promise<void> {
  await sql`
    update outbox o set state = 'waiting', lease_token = null, lease_until = null, last_failure = f.reason,
      due_at = (select coalesce(f.at, now())),
      -- An attempt that may have arrived is given its own time for it. One that has not arrived changes nothing.
      missing_since = (select case when f.reason ->> 'code' = 'sending.not_there_yet' then coalesce(o.missing_since, now())
        when not f.maybe then o.missing_since end),
      -- A database that was restored in the meantime doubts all that waits.
      maybe_done = o.maybe_done or f.maybe, attempts = o.attempts - case when f.counts then 0 else 1 end,
      ticket = case when not f.settled then o.ticket end, ticket_since = case when not f.settled then o.ticket_since end
    from unnest(${effects.map(({ id }) => id)}::bigint[], ${effects.map(({ reason }) => JSON.stringify(reason))}::jsonb[],
      ${effects.map(({ at }) => at)}::timestamptz[],
      ${effects.map(({ maybeDone }) => maybeDone)}::boolean[], ${effects.map(({ counts }) => counts)}::boolean[],
      ${effects.map(({ settled = false }) => settled)}::boolean[])
      as f (id, reason, at, maybe, counts, settled)
    where ${inAccount(tenant, 'o')} and o.id = f.id and o.lease_token = ${token}::uuid and o.state = 'sending'`.execute(tenant.db);
  await dropSuperseded(
    tenant,
    effects.map(({ id }) => id),
  );
}

/** Whether nobody knows what became of an attempt. */
export const leavesDoubt = (failure: Failure): boolean => failure.kind === 'retry' && failure.maybeDone;

/**
 * Ends an effect that the other side refused, or that was tried too often. Returns whether it was still ours. `state`: dropped where nobody
 * wants it any longer, so that nobody tries it again.
 */
export async function failEffect(
  tenant: Tenant,
  token: string,
  id: number,
  failure: Failure,
  state: 'failed' | 'dropped' = 'failed',
): Promise<boolean> {
  const { rows } = await sql`
    update outbox set state = ${state}, done_at = now(), run_id = null, lease_token = null, lease_until = null,
      last_failure = ${JSON.stringify(failure.reason)}, maybe_done = maybe_done or ${leavesDoubt(failure)}, missing_since = null,
      ticket = null, ticket_since = null
    where ${inAccount(tenant)} and id = ${id} and lease_token = ${token}::uuid and state = 'sending' returning id`.execute(tenant.db);
  return rows.length > 0;
}
