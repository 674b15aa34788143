import { sql } from 'kysely';
import type { WarehouseOrderState } from '../../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { dropAllOfOrders } from '../../../../shared/outbox/drops.ts';
import { endSplits } from '../../lines/end-splits.ts';
import { asWarehouseOrder, composedOrders, goodsOfOrders, recordSent } from './composed.ts';
import { verdictOn } from './differences.ts';
import { freedReference } from './references.ts';

type WarehouseOrderId = Column<'warehouse_orders', 'id'>;

/** Those of our warehouse orders that wait and found this one of the warehouse where they belong, the first one first. */
async function foundBy(tenant: Tenant, connectionId: number, { providerRef }: WarehouseOrderState): Promise<WarehouseOrderId[]> {
  const { rows } = await sql<Columns<'warehouse_orders', 'id'>>`
    select w.id from warehouse_orders w join orders o on ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
    where ${inAccount(tenant, 'w')} and w.connection_id = ${connectionId} and w.state = 'waiting'
      and w.theirs_ref = ${providerRef}
    order by o.id for no key update of o, w`.execute(tenant.db);
  return [...new Set(idsOf(rows))];
}

/**
 * Orders of ours that this one of the warehouse carries too, and that we never sent: they came when their channel showed them as shipped,
 * because what was lost here had told it so.
 */
async function shippedWithIt({ accountId, db }: Tenant, { orderNumbers }: WarehouseOrderState): Promise<number[]> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o
    where ${inAccount({ accountId }, 'o')} and o.source_order_number = any(${orderNumbers ?? []}::text[]) and o.source_state = 'shipped'
      and o.warehouse_order_id is null and o.in_amware = 0 and o.units_shipped = 0 and o.cancelled_at is null and o.deleted_at is null
    order by o.id for no key update`.execute(db);
  return idsOf(rows);
}

/**
 * Several of our warehouse orders found the same one of the warehouse, which has their goods together and no others, for their recipient:
 * they become one, with those of their orders that came as shipped. Returns that one's id; undefined where they are not what it has.
 */
export async function joinWhatAgrees(
  tenant: Tenant,
  connectionId: number,
  state: WarehouseOrderState,
): Promise<WarehouseOrderId | undefined> {
  const ids = await foundBy(tenant, connectionId, state);
  const [first] = ids;
  if (first === undefined) return undefined;
  const shipped = await shippedWithIt(tenant, state);
  if (ids.length + shipped.length < 2) return undefined;
  const waiting = [...(await composedOrders(tenant, ids)).values()].map(asWarehouseOrder);
  const ours = [...waiting, ...(await goodsOfOrders(tenant, shipped))];
  const lines = ours.flatMap((order) => order.lines);
  if (ours.some(({ shipTo }) => verdictOn([{ lines, shipTo }], state) !== 'ours')) return undefined;
  await joinTo(tenant, first, ids, shipped);
  return first;
}

/** Has all of ours that found this one travel as `target`: a person says so. */
export async function joinAll(tenant: Tenant, connectionId: number, state: WarehouseOrderState, target: WarehouseOrderId): Promise<void> {
  await joinTo(tenant, target, await foundBy(tenant, connectionId, state), await shippedWithIt(tenant, state));
}

async function joinTo(tenant: Tenant, target: WarehouseOrderId, ids: WarehouseOrderId[], shippedIds: number[]): Promise<void> {
  const others = ids.filter((id) => id !== target);
  if (others.length + shippedIds.length === 0) return;
  await sql`
    update orders o set warehouse_order_id = ${target}, revision = o.revision + 1
    where ${inAccount(tenant, 'o')} and o.id = any(${shippedIds}::bigint[])`.execute(tenant.db);
  const { rows: moved } = await sql<Columns<'orders', 'id'>>`
    with emptied as (
      update warehouse_orders w set state = 'cancelled', changed_at = now(), reference = ${freedReference('w')}
      where ${inAccount(tenant, 'w')} and w.id = any(${others}::bigint[]) returning w.id
    )
    update orders o set warehouse_order_id = ${target}, revision = o.revision + 1
    from emptied where ${inAccount(tenant, 'o')} and o.warehouse_order_id = emptied.id returning o.id`.execute(tenant.db);
  // Which of their parcels the warehouse has, nobody knows.
  await endSplits(tenant, idsOf(moved), 'found');
  await dropAllOfOrders(tenant, sql`select unnest(${others}::bigint[])`).execute(tenant.db);
  // What was kept is what one of them would have been sent as: the rows of all of them are what the warehouse has. By that it is known of
  // one that is taken out later that a parcel may hold its goods.
  await sql`update warehouse_orders set sent = null where ${inAccount(tenant)} and id = ${target}`.execute(tenant.db);
  await recordSent(tenant, [...(await composedOrders(tenant, [target])).values()]);
}

type Holding = Pick<WarehouseOrderState, 'providerRef'> & { holder: WarehouseOrderId };

/**
 * Ours that is what the warehouse has, and does not account for a number of these orders that it carries: somebody took it over before
 * they were here, or could be found. To send them would be to send them twice.
 */
export async function takenWithoutThese(
  tenant: Tenant,
  connectionId: number,
  warehouseOrderId: WarehouseOrderId,
  states: WarehouseOrderState[],
): Promise<Holding | undefined> {
  const reports = states.map(({ providerRef, orderNumbers }) => ({ provider_ref: providerRef, numbers: orderNumbers ?? [] }));
  const { rows } = await sql<Holding>`
    select report.provider_ref as "providerRef", w.id as holder
    from json_to_recordset(${JSON.stringify(reports)}::json) as report (provider_ref text, numbers text[])
    join warehouse_orders w on ${inAccount(tenant, 'w')} and w.connection_id = ${connectionId} and w.provider_ref = report.provider_ref
      and w.state = 'accepted'
    where exists (select from orders o where ${inAccount(tenant, 'o')} and o.warehouse_order_id = ${warehouseOrderId}
      and o.source_order_number = any(report.numbers)
      and not exists (select from orders x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = w.id
        and x.source_order_number = o.source_order_number))
    order by w.id limit 1`.execute(tenant.db);
  return rows[0];
}

/**
 * Numbers of our orders that the warehouse's order carries too, and that did not find it yet, as they wait for something else: whoever
 * takes it over without them would leave them to be sent twice.
 */
export async function carriedToo(
  tenant: Tenant,
  connectionId: number,
  { providerRef, orderNumbers }: WarehouseOrderState,
): Promise<string[]> {
  const { rows } = await sql<{ number: Column<'orders', 'source_order_number'> }>`
    with found as (select id from warehouse_orders where ${inAccount(tenant)} and connection_id = ${connectionId}
      and (state = 'waiting' and theirs_ref = ${providerRef} or state = 'accepted' and provider_ref = ${providerRef}))
    select distinct o.source_order_number as number from orders o
    left join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    where ${inAccount(tenant, 'o')} and o.source_order_number = any(${orderNumbers ?? []}::text[]) and o.deleted_at is null
      and o.source_state = 'ready'
      and o.cancelled_at is null and o.confirmed_at is null and o.units_shipped = 0 and (w.id is null or w.state = 'waiting'
        and w.id not in (select id from found))
      and not exists (select from orders x where ${inAccount(tenant, 'x')} and x.warehouse_order_id in (select id from found)
        and x.source_order_number = o.source_order_number)
    order by 1`.execute(tenant.db);
  return rows.map(({ number }) => number);
}
