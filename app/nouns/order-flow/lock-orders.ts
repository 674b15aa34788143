import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { idsOf } from '../../../platform/ids.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { isUnsentSubmit } from '../../shared/outbox/drops.ts';

/**
 * Locks orders until the transaction ends. Whoever changes several locks them first, in the order of their ids: two who change the
 * same ones would otherwise each have what the other waits for, and the database would end one of them after a second.
 */
export async function lockOrders(tenant: Tenant, ids: number[]): Promise<number[]> {
  return locked(await selectToLock(tenant, ids).execute(tenant.db));
}

/** The same without waiting: leaves out those that somebody else has locked. */
export async function lockFreeOrders(tenant: Tenant, ids: number[]): Promise<number[]> {
  return locked(await sql<Columns<'orders', 'id'>>`${selectToLock(tenant, ids)} skip locked`.execute(tenant.db));
}

const selectToLock = (tenant: Tenant, ids: number[]) => sql<Columns<'orders', 'id'>>`
  select id from orders where ${inAccount(tenant)} and id = any(${ids}::bigint[]) order by id for no key update`;
const locked = ({ rows }: { rows: Columns<'orders', 'id'>[] }) => idsOf(rows);

/**
 * Locks all orders that travel with these, these too. Returns them. By an array, because of those that are "in (select …)", or named, all
 * orders of the account would be read.
 */
export async function lockTravelling(tenant: Tenant, ids: number[]): Promise<number[]> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and (id = any(${ids}::bigint[]) or warehouse_order_id = any(array(
      select warehouse_order_id from orders where ${inAccount(tenant)} and id = any(${ids}::bigint[]))))
    order by id for no key update`.execute(tenant.db);
  return idsOf(rows);
}

/** The same, and the products that they are promised: whoever takes orders back frees their stock, order by order. */
export async function lockToTakeBack(tenant: Tenant, ids: number[]): Promise<void> {
  const travelling = await lockTravelling(tenant, ids);
  await lockPromised(tenant, promisedTo(tenant, travelling));
}

/**
 * The same, but for the products of orders that the warehouse has, or may have: what their channel changes of these frees nothing. A page
 * that is read brings new orders too, whose products it has locked: to wait here for others would end one of both after a second.
 */
export async function lockToFollow(tenant: Tenant, ids: number[]): Promise<void> {
  const travelling = await lockTravelling(tenant, ids);
  const mayBeFreed = sql`(o.warehouse_order_id is null or exists (
    select from outbox where ${inAccount(tenant, 'outbox')} and warehouse_order_id = o.warehouse_order_id and ${isUnsentSubmit}))`;
  await lockPromised(tenant, sql`${promisedTo(tenant, travelling)} and ${mayBeFreed}`);
}

const promisedTo = (tenant: Tenant, orderIds: number[]) => sql`
  select r.product_id from reservations r join orders o on ${inAccount(tenant, 'o')} and o.id = r.order_id
  where ${inAccount(tenant, 'r')} and r.order_id = any(${orderIds}::bigint[])`;

/** In the order of their SKUs, as everybody locks products. */
const lockPromised = (tenant: Tenant, productIds: RawBuilder<unknown>) =>
  sql`select from products where ${inAccount(tenant)} and id in (${productIds}) order by sku collate "C" for no key update`.execute(
    tenant.db,
  );

type Sent = Columns<'outbox', 'order_id' | 'warehouse_order_id'>;

/** The same for all orders that effects are about. */
export async function lockOrdersSent(tenant: Tenant, effects: readonly Sent[]): Promise<void> {
  const ids = effects.flatMap(({ order_id }) => order_id ?? []);
  const warehouseOrders = effects.flatMap(({ warehouse_order_id }) => warehouse_order_id ?? []);
  if (ids.length + warehouseOrders.length === 0) return;
  await sql`select from orders where ${inAccount(tenant)}
    and (id = any(${ids}::bigint[]) or warehouse_order_id = any(${warehouseOrders}::bigint[])) order by id
      for no key update`.execute(tenant.db);
}

/** The same for those that a warehouse knows by these references. */
export async function lockOrdersAt(tenant: Tenant, connectionId: number, references: readonly string[]): Promise<void> {
  await sql`
    select from orders o join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    where ${inAccount(tenant, 'o')} and w.connection_id = ${connectionId} and w.reference = any(${references}::text[])
    order by o.id for no key update of o`.execute(tenant.db);
}
