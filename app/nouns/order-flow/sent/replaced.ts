import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { KeptBecause } from '../../../shared/issues/types/sent-otherwise.ts';
import { queueStockOfOrders } from '../../stock-out/queue.ts';
import { recordForAll } from '../history.ts';
import { countUnits } from '../lines/units.ts';
import type { Replacement } from '../release/adopting/composed.ts';
import { compareAgain } from '../release/holding/cancel.ts';
import { needsOf } from '../release/stock/needs.ts';
import { settleOrders } from '../settle.ts';
import { compareSent } from './compare.ts';
import { openIssuesOf, queueReplaces, settleReplaced } from './follow.ts';
import { recordAddressRefused, recordAddressTaken } from './new-address/asked.ts';

/**
 * Records that the warehouse has this now in place of what it had: its orders' rows become that. Those that were taken out in the meantime
 * go by what they are by now.
 */
export async function recordReplaced(tenant: Tenant, warehouseOrderId: number, asked: Replacement): Promise<void> {
  const isLast = await storeSent(tenant, warehouseOrderId, asked);
  const replacement = await ofOrdersThere(tenant, warehouseOrderId, asked);
  if (replacement.orders.length === 0) return;
  if (replacement.address) {
    await recordAddressTaken(tenant, replacement.address);
    await compareAgain(tenant, warehouseOrderId);
    return;
  }
  const orderIds = idsOf(replacement.orders);
  await applyRows(tenant, replacement);
  await countUnits(tenant, orderIds);
  await promiseAnew(tenant, orderIds);
  await recordForAll(tenant, orderIds, 'replaced', { code: 'replaced' });
  await settleReplaced(tenant, warehouseOrderId);
  await settleOrders(tenant, orderIds);
  await queueStockOfOrders(tenant, orderIds);
  // Another mapping was saved while this was under way.
  if (!isLast) await queueReplaces(tenant, [warehouseOrderId]);
}

/** As much of a replacement as is about orders that are in the warehouse order, and their lines. */
async function ofOrdersThere(tenant: Tenant, warehouseOrderId: number, asked: Replacement): Promise<Replacement> {
  const { rows } = await sql<Columns<'order_lines', 'order_id'> & { line_id: Column<'order_lines', 'id'> | null }>`
    select o.id as order_id, l.id as line_id from orders o left join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id
    where ${inAccount(tenant, 'o')} and o.warehouse_order_id = ${warehouseOrderId}`.execute(tenant.db);
  const [orders, lines] = [new Set(rows.map(({ order_id }) => order_id)), new Set(rows.map(({ line_id }) => line_id))];
  return { ...asked, orders: asked.orders.filter(({ id }) => orders.has(id)), lines: asked.lines.filter(({ id }) => lines.has(id)) };
}

type NotReplaced = Extract<KeptBecause, { code: 'not_replaced' }>;

/** The warehouse did not replace it: a person decides about each of its orders. */
export async function recordNotReplaced(tenant: Tenant, warehouseOrderId: number, why: NotReplaced): Promise<void> {
  const { rows } = await sql<{ asked: Replacement | null }>`
    update warehouse_orders set replacement = null where ${inAccount(tenant)} and id = ${warehouseOrderId}
    returning old.replacement as asked`.execute(tenant.db);
  const address = rows[0]?.asked?.address;
  if (address) {
    await recordAddressRefused(tenant, address, why.connection, why.reason);
    await compareAgain(tenant, warehouseOrderId);
    return;
  }
  const compared = (await compareSent(tenant, [warehouseOrderId])).filter(({ orders }) => orders.length > 0);
  await openIssuesOf(tenant, compared, () => why);
}

/** Returns whether nothing else was asked for since. */
async function storeSent(tenant: Tenant, id: number, replacement: Replacement): Promise<boolean> {
  const { rows } = await sql<{ latest: Replacement | null }>`
    update warehouse_orders set sent = ${JSON.stringify(replacement.order)}::jsonb, provider_status = coalesce(provider_status, 'open')
    where ${inAccount(tenant)} and id = ${id} returning replacement as latest`.execute(tenant.db);
  const latest = rows[0]?.latest ?? null;
  const isLast = latest === null || isDeepStrictEqual(latest, replacement);
  if (isLast) await sql`update warehouse_orders set replacement = null where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  return isLast;
}

/** Writes what rules and mappings give these orders and lines. */
export async function applyRows(tenant: Tenant, { lines, orders }: Pick<Replacement, 'lines' | 'orders'>): Promise<void> {
  await sql`
    update order_lines l set product_id = given.product_id, mapped_sku = given.mapped_sku, units_per_sale = given.units_per_sale
    from json_to_recordset(${JSON.stringify(lines)}::json) as given (id bigint, product_id bigint, mapped_sku text, units_per_sale int)
    where ${inAccount(tenant, 'l')} and l.id = given.id`.execute(tenant.db);
  await sql`
    update orders o set shipping_code = given.shipping_code, warehouse_code = given.warehouse_code, fields = given.fields,
    revision = o.revision + 1
    from json_to_recordset(${JSON.stringify(orders)}::json) as given (id bigint, shipping_code text, warehouse_code text, fields jsonb)
    where ${inAccount(tenant, 'o')} and o.id = given.id`.execute(tenant.db);
}

/** What the warehouse allocates now is kept for these orders, until a count shows it; no more than we know of. */
async function promiseAnew(tenant: Tenant, orderIds: number[]): Promise<void> {
  const { rows } = await sql<Columns<'reservations', 'order_id'>>`
    with locked as materialized (
      select p.id from products p where ${inAccount(tenant, 'p')} and p.id in (
        select product_id from reservations where ${inAccount(tenant)} and order_id = any(${orderIds}::bigint[])
        union select product_id from order_lines where ${inAccount(tenant)} and order_id = any(${orderIds}::bigint[]))
      order by p.sku collate "C" for no key update
    )
    delete from reservations r where ${inAccount(tenant, 'r')} and r.order_id = any(${orderIds}::bigint[])
      and (select count(*) from locked) >= 0
    returning r.order_id`.execute(tenant.db);
  if (rows.length === 0) return;
  await sql`
    insert into reservations (account_id, order_id, product_id, units, accepted_at)
    select ${tenant.accountId}, order_id, product_id, fits, now() from (
      select needed.*, least(needed.units, coalesce(p.to_promise - coalesce(sum(needed.units) over before, 0), needed.units))::int as fits
      from (${needsOf(tenant, sql`l.order_id = any(${orderIds}::bigint[])`)}) as needed
      join products p on ${inAccount(tenant, 'p')} and p.id = needed.product_id
      window before as (partition by needed.product_id order by needed.order_id rows between unbounded preceding and 1 preceding)
    ) as promised where fits > 0 returning 1`.execute(tenant.db);
}
