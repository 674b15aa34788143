import { sql } from 'kysely';
import type { Failure, Reason } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordForAll } from '../../../nouns/order-flow/history.ts';
import { closesNothing } from '../../../nouns/order-flow/lines/without-goods.ts';
import { openOrderIssues } from '../../../nouns/order-flow/order-issues.ts';
import { freedReference, shippedWith } from '../../../nouns/order-flow/release/adopting/references.ts';
import { cancelAsAsked } from '../../../nouns/order-flow/release/cancelling/as-asked.ts';
import { recordNotReplaced } from '../../../nouns/order-flow/sent/replaced.ts';
import { recordStock, type StockOutcome } from '../../../nouns/stock-out/record.ts';
import type { Connection } from '../../../shared/connections/calls/session.ts';
import { openIssues } from '../../../shared/issues/commands.ts';
import { type Effect, failEffect } from '../../../shared/outbox/claim.ts';
import { isOtherWish } from '../../../shared/outbox/wishes.ts';
import { recordPurchaseRefusal } from './purchase-refusals.ts';

type Refused = { effect: Effect; failure: Failure };

/** Ends effects that the other side refused, or that were tried too often: each of their orders gets an issue with the reason. */
export async function recordRefusals(tenant: Tenant, connection: Connection, rows: Refused[], token: string): Promise<void> {
  for (const { effect, failure } of rows) {
    const passed = await hasPassed(tenant, effect);
    if (!(await failEffect(tenant, token, effect.id, failure, passed ? 'dropped' : 'failed')) || passed) continue;
    if (effect.kind === 'stock') {
      await recordStock(tenant, connection, [refusedStock(effect, failure.reason)]);
      continue;
    }
    if (effect.kind === 'acknowledge') {
      await openUnacknowledged(tenant, connection, effect, failure);
      continue;
    }
    if (effect.asn_id !== null || effect.booking_id !== null) {
      await recordPurchaseRefusal(tenant, connection, effect, failure);
      continue;
    }
    if (effect.kind === 'replace' && effect.warehouse_order_id !== null && failure.kind !== 'retry') {
      await recordNotReplaced(tenant, effect.warehouse_order_id, {
        code: 'not_replaced',
        connection: connection.name,
        reason: failure.reason,
      });
      continue;
    }
    const orderIds = await ordersOf(tenant, effect);
    if (effect.kind === 'submit' && failure.kind === 'rejected') await recordRejected(tenant, effect, failure, orderIds);
    if (effect.kind === 'hold' || effect.kind === 'release') await stayAsBefore(tenant, effect);
    await openOrderIssues(
      tenant,
      orderIds.map((orderId) => ({ orderId, connectionId: connection.id, ...issueOf(connection, effect, failure) })),
    );
    // What the warehouse does not take does not leave, so what its channel asks to cancel is cancelled.
    if (effect.kind === 'submit' && failure.kind === 'rejected') await cancelAsAsked(tenant, orderIds);
  }
}

const refusedStock = ({ key, run_id }: Effect, reason: Reason): StockOutcome => ({
  ...{ listingId: Number(key), runId: run_id, outcome: 'refused', quantity: null, locationId: null, reason, maybeLate: false },
});

/** The channel goes on giving us a record that we have: a person looks why. Its next acknowledgement, with its next page, closes this. */
async function openUnacknowledged(tenant: Tenant, connection: Connection, effect: Effect, { reason }: Failure): Promise<void> {
  const { attempts } = effect;
  const sentence = { code: 'no_success', connection: connection.name, task: 'acknowledge', attempts, reason } as const;
  await openIssues(tenant, [{ connectionId: connection.id, type: 'retries_exhausted', subject: effect.key, sentence }]);
}

/**
 * Ends a rejected warehouse order: it is not with the warehouse, so its orders are editable again. A reference that the warehouse has
 * something else under stays used: under the same one they would be refused again.
 */
async function recordRejected(
  tenant: Tenant,
  effect: Effect,
  { code }: Extract<Failure, { kind: 'rejected' }>,
  orderIds: number[],
): Promise<void> {
  const reference = code === 'duplicate' ? sql`reference` : freedReference('warehouse_orders');
  await sql`update warehouse_orders set state = 'rejected', changed_at = now(), reference = ${reference}
    where ${inAccount(tenant)} and id = ${effect.warehouse_order_id}`.execute(tenant.db);
  await sql`update orders o set warehouse_order_id = ${shippedWith(tenant)}, revision = o.revision + 1
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[])`.execute(tenant.db);
  await recordForAll(tenant, orderIds, 'rejected', { code: 'refused_by_warehouse' });
}

async function stayAsBefore(tenant: Tenant, effect: Effect): Promise<void> {
  await sql`update orders set hold_outcome = 'refused', on_hold = ${effect.kind === 'release'}
    where ${inAccount(tenant)} and warehouse_order_id = ${effect.warehouse_order_id}`.execute(tenant.db);
}

const holds: ReadonlySet<Effect['kind']> = new Set(['hold', 'release', 'hold_at_channel']);

/** Whether what was refused is no longer asked for: then the refusal says nothing. */
async function hasPassed(tenant: Tenant, effect: Effect): Promise<boolean> {
  if (effect.kind === 'submit') return isDecided(tenant, effect);
  if (effect.kind === 'confirm') return closesNothing(tenant, effect.id);
  return (holds.has(effect.kind) || effect.kind === 'cancel') && isUnwanted(tenant, effect);
}

/**
 * The warehouse itself told of it in the meantime, or it ended since: taken as refused, its reference would be free, and it could be
 * released again and sent twice.
 */
async function isDecided(tenant: Tenant, { warehouse_order_id }: Effect): Promise<boolean> {
  const { rows } = await sql<Columns<'warehouse_orders', 'state'>>`
    select state from warehouse_orders where ${inAccount(tenant)} and id = ${warehouse_order_id} for update`.execute(tenant.db);
  return rows.some(({ state }) => state !== 'waiting');
}

/** Nobody wants the hold, its end or the cancellation any longer: its order is over, or the opposite was asked for since. */
async function isUnwanted(tenant: Tenant, { id }: Effect): Promise<boolean> {
  const { rows } = await sql<{ unwanted: boolean }>`
    select exists (select from outbox x where ${inAccount(tenant, 'x')} and ${isOtherWish} and x.state in ('waiting', 'sending'))
      or exists (select from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
        and w.state in ('shipped', 'cancelled', 'rejected'))
      or exists (select from orders r where ${inAccount(tenant, 'r')} and r.id = o.order_id
        and (r.order_status in ('shipped', 'fulfilled', 'cancelled') or r.gone_at is not null or r.deleted_at is not null)) as unwanted
    from outbox o where ${inAccount(tenant, 'o')} and o.id = ${id}`.execute(tenant.db);
  return rows[0]?.unwanted === true;
}

async function ordersOf(tenant: Tenant, effect: Effect): Promise<number[]> {
  if (effect.order_id !== null) return [effect.order_id];
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and warehouse_order_id = ${effect.warehouse_order_id} order by id`.execute(tenant.db);
  return idsOf(rows);
}

function issueOf({ name: connection }: Connection, { kind, key, attempts }: Effect, failure: Failure) {
  const blocking = kind === 'submit' || kind === 'confirm';
  const { reason } = failure;
  const task = kind === 'hold_at_channel' && key.startsWith('free-') ? 'release' : kind;
  const refused = { connection, task, reason } as const;
  if (failure.kind === 'retry')
    return { type: 'retries_exhausted', subject: kind, blocking, sentence: { code: 'no_success', ...refused, attempts } } as const;
  // Of a shipment that a channel does not take for want of stock in its books nothing lacks here, and stock that comes does not mend it.
  if (kind === 'submit' && failure.kind === 'rejected' && failure.code === 'out_of_stock')
    return { type: 'out_of_stock', subject: 'stock', blocking, sentence: { code: 'out_of_stock_there', connection, reason } } as const;
  if (holds.has(kind)) return { type: 'hold_refused', subject: kind, blocking, sentence: { code: 'hold_refused', ...refused } } as const;
  if (kind === 'confirm' || kind === 'decide_cancel' || kind === 'decide_ship')
    return { type: 'rejected_by_channel', subject: kind, blocking, sentence: { code: 'channel_refused', ...refused } } as const;
  return { type: 'rejected_by_warehouse', subject: kind, blocking, sentence: { code: 'warehouse_refused', ...refused } } as const;
}
