import { sql } from 'kysely';
import type { ChannelLine, ChannelOrder } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isBuildingGone, methodOfMapping } from '../../../shared/issues/types/mapping.checks.ts';
import { dayAt } from '../../../ui/time/day.ts';
import { queueStockOfProducts } from '../../stock-out/queue.ts';
import { setFields } from '../checking/set-fields.ts';
import { recordForAll } from '../history.ts';
import { countUnits } from '../lines/units.ts';
import { statusOf } from '../order-sql.ts';
import { releaseNew } from '../release/release.ts';
import { lineColumns, lineShape } from './lines.ts';
import { lineTexts, orderColumns, orderShape, rowText, type Source, type StoredOrder } from './order-rows.ts';
import { insertPayloads } from './payloads.ts';
import { type IntakeRules, isEnded, type Link } from './rules.ts';
import { followSales } from './stock/sales.ts';

/** A new order has neither issues nor shipments, and is not with the warehouse. */
const statusOfNew = statusOf({
  cancelled: sql`source_state = 'cancelled'`,
  confirmed: sql`source_state = 'shipped'`,
  blockingIssues: sql`0`,
  inAmware: sql`false`,
  unitsOrdered: sql`units_ordered`,
  unitsShipped: sql`0`,
});

/** An order that was just stored, and whether it is checked already. */
export type StoredNewOrder = StoredOrder & { isChecked: boolean };

/**
 * Stores new orders with their lines and payloads, and returns them by remote id. Those in `decidable` are written as their
 * check would leave them, and released to the warehouse in the same transaction.
 */
export async function storeNew(
  tenant: Tenant,
  source: Source,
  orders: ChannelOrder[],
  decidable: Set<ChannelOrder>,
  rules: IntakeRules,
): Promise<Map<string, StoredNewOrder>> {
  if (orders.length === 0) return new Map();
  const inserted = await insertNew(tenant, source, orders, decidable);
  const stored = [...inserted.values()];
  await insertLines(tenant, stored, rules.products);
  await countUnits(tenant, soldInPacks(stored, rules));
  await queueStockOfProducts(tenant, productsOf(stored, rules));
  await followSales(tenant, source, stored);
  await insertPayloads(tenant, stored);
  const orderIds = stored.map(({ orderId }) => orderId);
  await recordForAll(tenant, orderIds, 'arrived', { code: 'arrived', channel: source.label });
  const decided = stored.flatMap(({ order, orderId, isChecked }) => (isChecked && !isEnded(order) ? orderId : []));
  const undecided = rules.setsFields ? await setByRules(tenant, decided) : new Set<number>();
  const ready = decided.filter((id) => !undecided.has(id));
  if (rules.hasWarehouse && ready.length > 0) await releaseNew(tenant, ready);
  if (undecided.size === 0) return inserted;
  return new Map(
    [...inserted].map(([remoteId, each]) => [remoteId, { ...each, isChecked: each.isChecked && !undecided.has(each.orderId) }]),
  );
}

/** Sets the fields of orders by rules. Returns those whose check has to decide: a rule names what no connected warehouse has. */
async function setByRules(tenant: Tenant, orderIds: number[]): Promise<Set<number>> {
  if (orderIds.length === 0) return new Set();
  await setFields(tenant, orderIds);
  const { rows } = await sql<Columns<'orders', 'id'>>`
    update orders o set checked_at = null
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and (o.shipping_code is null or ${isBuildingGone(tenant)})
    returning o.id`.execute(tenant.db);
  return new Set(idsOf(rows));
}

/**
 * Writes the orders without their lines; the conflict is for two readers at once. A mapped shipping code sets the shipping
 * method, where the warehouse has it, and a decidable order that has one is written as checked.
 */
async function insertNew(
  tenant: Tenant,
  source: Source,
  orders: ChannelOrder[],
  decidable: Set<ChannelOrder>,
): Promise<Map<string, StoredNewOrder>> {
  // Joined to the orders by position, as the column that PostgreSQL calls `unnest`.
  const isDecidable = orders.map((order) => decidable.has(order));
  const codes = [...new Set(orders.flatMap(({ shipping }) => shipping.code ?? []))];
  const { rows: inserted } = await sql<Columns<'orders', 'id' | 'remote_id'> & { is_checked: boolean }>`
    with mapped as materialized (
      select so.connector_code, ${methodOfMapping(tenant, sql`so.amware_code`)} as method from shipping_options so
      where ${inAccount(tenant, 'so')} and so.connection_id = ${source.connectionId} and so.connector_code = any(${codes}::text[])
    )
    insert into orders (account_id, connection_id, imported_day, ${orderColumns}, shipping_code, cancelled_at, confirmed_at, order_status,
    checked_at)
    select ${tenant.accountId}, ${source.connectionId}, ${dayAt(new Date(), source.timezone)}::date, ${orderColumns},
      mapped.method,
      case when source_state = 'cancelled' then now() end,
      case when source_state = 'shipped' then remote_modified_at end,
      ${statusOfNew},
      case when row.unnest and (mapped.method is not null or source_state in ('cancelled', 'shipped')) then now() end
    from rows from (json_to_recordset(${`[${orders.map(rowText).join(',')}]`}::json) as (${orderShape}),
      unnest(${isDecidable}::boolean[])) with ordinality as row
    left join mapped on mapped.connector_code = row.source_shipping
    order by row.ordinality
    on conflict (account_id, connection_id, remote_id) do nothing
    returning id, remote_id, checked_at is not null as is_checked`.execute(tenant.db);
  const byRemoteId = new Map(orders.map((order) => [order.remoteId, order]));
  return new Map(
    inserted.map(({ id, remote_id, is_checked }) => [
      remote_id,
      { order: byRemoteId.get(remote_id) as ChannelOrder, orderId: id, isChecked: is_checked },
    ]),
  );
}

/** What these orders promise, so that other channels are told of it. */
const productsOf = (stored: StoredOrder[], { products }: IntakeRules): number[] =>
  stored.flatMap(({ order }) => order.lines.flatMap(({ sku, isCharge }) => (isCharge ? [] : (products.get(sku)?.product_id ?? []))));

/** Orders with a line whose link takes several units a sale. They were stored with the channel's quantities. */
const soldInPacks = (stored: StoredOrder[], { products }: IntakeRules): number[] =>
  stored.flatMap(({ order, orderId }) =>
    order.lines.some(({ sku, isCharge }) => !isCharge && (products.get(sku)?.units_per_sale ?? 1) > 1) ? orderId : [],
  );

/** Writes the lines of new orders, with the product of each linked SKU, so that the check need not write them again. */
async function insertLines(tenant: Tenant, orders: StoredOrder[], products: Map<string, Link>): Promise<void> {
  const rows = orders.flatMap(({ order, orderId }) =>
    lineTexts(order).map((text, at) => `{"order_id":${orderId},${linkText(order.lines[at] as ChannelLine, products)}${text.slice(1)}`),
  );
  if (rows.length === 0) return;
  await sql`
    insert into order_lines (account_id, order_id, ${lineColumns}, product_id, mapped_sku, units_per_sale)
    select ${tenant.accountId}, order_id, ${lineColumns}, product_id, mapped_sku, coalesce(units_per_sale, 1)
    from json_to_recordset(${`[${rows.join(',')}]`}::json) as line (${lineShape}, product_id bigint, mapped_sku text, units_per_sale int)
    order by order_id, position returning 1`.execute(tenant.db);
}

function linkText({ sku, isCharge }: ChannelLine, products: Map<string, Link>): string {
  const link = isCharge ? undefined : products.get(sku);
  if (!link) return '';
  const units = link.units_per_sale === 1 ? '' : `"units_per_sale":${link.units_per_sale},`;
  return `"product_id":${link.product_id},"mapped_sku":${JSON.stringify(link.mapped_sku)},${units}`;
}
