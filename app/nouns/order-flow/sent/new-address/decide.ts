import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { refuse } from '../../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { AddressValues } from '../../../../base/addresses/address.ts';
import { missingFrom } from '../../../../base/addresses/missing.ts';
import { recordChange } from '../../../../base/changes/record.ts';
import { enqueue } from '../../../../base/job-queue.ts';
import { wordOutcome } from '../../../../shared/runs/outcome-sentences.ts';
import { recordForAll } from '../../history.ts';
import { lockOrders } from '../../lock-orders.ts';
import { enqueueCheck } from '../../recheck.ts';
import { asReplacement, composedOrders } from '../../release/adopting/composed.ts';
import { undoSeconds } from '../../release/delay.ts';
import { queueReplaces } from '../follow.ts';
import { orderAddress } from './address-noun.ts';
import { closeNewAddress, dropAsked, tellNewAddress } from './asked.ts';
import { inTheWay, type Rest, restOf } from './standing.ts';
import { addressesOf, type StoredAddress, seenAs, writeAddress } from './values.ts';

/** What was decided: whether the warehouse is asked for it, and the group of changes by which it is undone. */
type Used = { isAsked: boolean; group: number | null };

/**
 * What has not left of an order goes to the address that its channel has now. What is here goes there ten seconds later; the warehouse is
 * asked then to send what it has there. `seen`: the address that the person saw. @throws Refusal 409, and nothing is otherwise then
 */
export async function bringToNewAddress(tenant: Tenant, id: number, seen: string | undefined): Promise<Used> {
  await lockOrders(tenant, [id]);
  const { order, rest } = await undecided(tenant, id);
  const { channels: address } = order;
  if (address === null || seen !== seenAs(address)) throw changedAgain();
  if (missingFrom(address as Parameters<typeof missingFrom>[0]).length > 0)
    throw refuse(409, 'not_allowed', 'The new address is not complete. Complete it in the channel first.');
  const obstacle = inTheWay(rest);
  if (obstacle !== null) throw refuse(409, 'too_late', obstacle);
  if (rest === 'there') await ask(tenant, order, address);
  else await bringHere(tenant, id, address);
  const record = { id, name: order.order_number };
  return { isAsked: rest === 'there', group: await recordChange(tenant, orderAddress, { record, was: order.now, is: address }) };
}

const changedAgain = () =>
  refuse(409, 'changed_meanwhile', 'The channel changed the address of this order again. Look at it before you decide.');

/**
 * What has not left goes to the address that the order has here. `seen`: the channel's, as the person saw it, which they do not want.
 * @throws Refusal 409, also where the warehouse may have heard of another
 */
export async function keepFormerAddress(tenant: Tenant, id: number, seen: string | undefined): Promise<void> {
  await lockOrders(tenant, [id]);
  const { order } = await undecided(tenant, id, { evenIfStopped: true });
  if (order.channels !== null && seen !== seenAs(order.channels)) throw changedAgain();
  await dropAsked(tenant, [id]);
  const stored = (await addressesOf(tenant, [id])).get(id);
  if (stored?.asked) throw refuse(409, 'too_late', inTheWay('asked') ?? '');
  await closeNewAddress(tenant, [id]);
  await recordForAll(tenant, [id], 'mended', { code: 'former_address_kept' });
  // Its second parcel may have waited for this.
  await enqueueCheck(tenant, [id]);
}

type Undecided = Columns<'orders', 'locked'> & { rest: Rest; stopped: boolean };

/** An order about whose address a person decides, locked by the caller. @throws Refusal 409 */
async function undecided(tenant: Tenant, id: number, { evenIfStopped = false } = {}): Promise<{ order: StoredAddress; rest: Rest }> {
  const { rows } = await sql<Undecided>`
    select o.locked, ${restOf(tenant)} as rest, exists (select from issues other where ${inAccount(tenant, 'other')}
      and other.order_id = o.id and other.type = 'changed_after_release' and other.closed_at is null) as stopped
    from orders o join issues i on ${inAccount(tenant, 'i')} and i.order_id = o.id and i.type = 'new_address' and i.closed_at is null
    left join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    left join connections wc on ${inAccount(tenant, 'wc')} and wc.id = w.connection_id
    where ${inAccount(tenant, 'o')} and o.id = ${id}`.execute(tenant.db);
  const [row] = rows;
  const order = (await addressesOf(tenant, [id])).get(id);
  if (!row || !order) throw refuse(409, 'nothing_to_decide', wordOutcome({ code: 'nothing_to_decide' }));
  if (row.locked && !evenIfStopped) throw refuse(409, 'not_allowed', wordOutcome({ code: 'rest_locked' }));
  if (row.stopped && !evenIfStopped) throw refuse(409, 'not_allowed', wordOutcome({ code: 'rest_stopped' }));
  return { order, rest: row.rest };
}

/** The order has it from now on; what has left keeps what it was sent as. Nothing leaves before it can no longer be undone. */
async function bringHere(tenant: Tenant, id: number, address: AddressValues): Promise<void> {
  await writeAddress(tenant, id, address);
  const { rows } = await sql<{ until: NonNullable<Column<'orders', 'release_after'>> }>`
    update orders set release_after = (select clock_timestamp() + make_interval(secs => ${undoSeconds}))
    where ${inAccount(tenant)} and id = ${id} returning release_after as until`.execute(tenant.db);
  await closeNewAddress(tenant, [id]);
  for (const { until } of rows)
    await enqueue(tenant, 'orders:second-parcels', { orderIds: [id] }, { runAt: new Date(until.getTime() + 1) });
}

/** Asks the warehouse, once that can no longer be undone. The order has the new address when the warehouse has taken it. */
async function ask(tenant: Tenant, { id, warehouse_order_id }: StoredAddress, shipTo: AddressValues): Promise<void> {
  const warehouseOrderId = warehouse_order_id ?? 0;
  const composed = (await composedOrders(tenant, [warehouseOrderId])).get(warehouseOrderId);
  if (!composed) throw refuse(409, 'too_late', inTheWay('ended_there') ?? '');
  const there = asReplacement({ ...composed, first: { ...composed.first, ...(shipTo as Partial<typeof composed.first>) } });
  // Of what was sent nothing else is to be otherwise.
  const { reference, shipTo: recipient } = there.order;
  const order = { ...(composed.sent ?? there.order), reference, shipTo: recipient };
  const replacement = { ...there, order, address: { orderId: id, shipTo } };
  await sql`update warehouse_orders set replacement = ${JSON.stringify(replacement)}::jsonb
    where ${inAccount(tenant)} and id = ${warehouseOrderId}`.execute(tenant.db);
  await queueReplaces(tenant, [warehouseOrderId], sql`clock_timestamp() + make_interval(secs => ${undoSeconds})`);
  await tellNewAddress(tenant, [id], (channel) => ({ code: 'address_asked', channel }));
}
