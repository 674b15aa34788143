import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import type { Lacking } from '../../../../shared/issues/types/sent-otherwise.ts';
import { recordEvents } from '../../history.ts';
import { queuePart } from '../../release/former/send-rest.ts';
import type { Need } from '../../release/stock/fitting.ts';
import { type MissingUnits, needsOfRest } from '../../release/stock/needs.ts';
import { settleOrders } from '../../settle.ts';
import { mapRest } from './rules.ts';

/** What keeps a second parcel here that is to go. */
export type Obstacle = { code: 'out_of_stock'; missing: MissingUnits[] } | { code: 'lacks'; lacks: Lacking } | { code: 'units_changed' };

/**
 * Queues what has not left of an order that is locked, and whose second parcel is to go: mapped by the rules of now, promised its stock, to
 * the warehouse that sent the first. Returns what is in the way, or null.
 */
export async function sendSecond(tenant: Tenant, orderId: number): Promise<Obstacle | null> {
  const unmapped = await mapRest(tenant, orderId);
  if (unmapped !== null) return unmapped === 'units_changed' ? { code: unmapped } : { code: 'lacks', lacks: unmapped };
  const { needs, missing } = await readNeeds(tenant, orderId);
  if (missing.length > 0) return { code: 'out_of_stock', missing };
  await promise(tenant, orderId, needs);
  // What the warehouse has of its number is the first parcel.
  await queuePart(tenant, orderId, { warehouseId: await warehouseOf(tenant, orderId), byNumber: false });
  await closeIssues(tenant, { orderIds: [orderId], types: ['second_parcel'] });
  await closeIssues(tenant, { orderIds: [orderId], types: ['out_of_stock'], subjects: ['second_parcel'] });
  const goods = needs.map(({ sku, units }) => ({ sku, units }));
  await recordEvents(tenant, [{ orderId, kind: 'released', sentence: { code: 'second_parcel_sent', goods } }]);
  await settleOrders(tenant, [orderId]);
  return null;
}

async function warehouseOf(tenant: Tenant, orderId: number): Promise<Column<'warehouse_orders', 'connection_id'>> {
  const { rows } = await sql<Columns<'warehouse_orders', 'connection_id'>>`
    select w.connection_id from orders o join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    where ${inAccount(tenant, 'o')} and o.id = ${orderId}`.execute(tenant.db);
  return (rows[0] as (typeof rows)[number]).connection_id;
}

/** What the second parcel takes from the shelf. What it was promised before, and was withdrawn, is free for it. */
async function readNeeds(tenant: Tenant, orderId: number) {
  await sql`
    select from products where ${inAccount(tenant)} and id in (
      select product_id from order_lines where ${inAccount(tenant)} and order_id = ${orderId}
      union select product_id from reservations where ${inAccount(tenant)} and order_id = ${orderId})
    order by sku collate "C" for no key update`.execute(tenant.db);
  await freeSecond(tenant, orderId);
  return needsOfRest(tenant, orderId);
}

/** What its second parcel was promised is free again. */
export async function freeSecond(tenant: Tenant, orderId: number): Promise<void> {
  await sql`delete from reservations where ${inAccount(tenant)} and order_id = ${orderId} and part = 2`.execute(tenant.db);
}

/** Beside what the first parcel was promised, as long as no count shows that it has left. */
async function promise(tenant: Tenant, orderId: number, needs: Need[]): Promise<void> {
  await sql`
    insert into reservations (account_id, order_id, product_id, part, units)
    select ${tenant.accountId}, ${orderId}, "productId", 2, units
    from json_to_recordset(${JSON.stringify(needs)}::json) as row ("productId" bigint, units int) returning 1`.execute(tenant.db);
}
