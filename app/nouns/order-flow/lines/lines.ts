import { type RawBuilder, sql } from 'kysely';
import type { OfAccount } from '../../../../platform/in-account.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unitsToCome } from '../../catalogue/items/purchased-units.ts';
import { shownImage } from '../../catalogue/queries.ts';
import type { OrderLine } from './line.ts';

/** An order's lines, charges included, by position. */
export async function readLines(tenant: Tenant, orderId: number): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine & { position: number }>`${linesOf(tenant, orderId)} order by l.position`.execute(tenant.db);
  return rows.map(({ position: _, ...line }) => line);
}

const isShort = sql`(l.is_out_of_stock or coalesce(p.stock_taken_at is not null
  and p.quantity_available < (l.quantity - l.quantity_shipped)::bigint * l.units_per_sale, false)) and l.quantity_shipped < l.quantity`;

/** A line that was added here has its product's picture, whose address may be one that browsers do not load. */
const picture = (tenant: OfAccount) => sql`case when l.remote_line_id like 'added:%'
  then (select ${shownImage} from products x where ${inAccount(tenant, 'x')} and x.id = p.id) else l.image_url end`;

/** So many of the newest purchase orders of a product are looked at. */
const mostPurchases = 200;
/** When the first purchase order that goes on brings more of the product, as JSON writes times. */
const soonest = (tenant: OfAccount) => sql`(
  select to_json(min(coalesce(x.expected_at, po.expected_at))) #>> '{}'
  from (select * from purchase_order_lines x where ${inAccount(tenant, 'x')} and x.product_id = p.id order by x.purchase_order_id desc
    limit ${sql.lit(mostPurchases)}) x
  join purchase_orders po on ${inAccount(tenant, 'po')} and po.id = x.purchase_order_id
  where ${unitsToCome('x')} > 0 and po.status in ('pending', 'hold', 'received') and po.source_state = 'open'
    and po.close_reason is null and po.deleted_at is null)`;

/** The lines `l` of an order: its id, or SQL for that. */
export function linesOf(tenant: OfAccount, order: number | RawBuilder<unknown>) {
  return sql`
    select l.position, l.id, l.sku, l.name, l.quantity, l.later_quantity, l.source_quantity, l.units_per_sale,
      l.unit_price::text, l.is_charge, ${picture(tenant)} as "imageUrl", l.upc, l.location, l.options, l.product_id,
      l.mapped_sku as mapped_sku_js, p.name as mapped_name, l.quantity_shipped, p.quantity_available,
      l.product_id is null and not l.is_charge as "isMissing",
      ${isShort} as "isOutOfStock", case when ${isShort} then ${soonest(tenant)} end as stock_expected_at,
      case when l.location is not null then (
        select lm.amware_location from orders o
        join location_mappings lm on ${inAccount(tenant, 'lm')} and lm.connection_id = o.connection_id and lm.internal_id = l.location
        where ${inAccount(tenant, 'o')} and o.id = l.order_id) end as mapped_location,
      false as "isNewItem", false as "isDelete"
    from order_lines l left join products p on ${inAccount(tenant, 'p')} and p.id = l.product_id
    where ${inAccount(tenant, 'l')} and l.order_id = ${order}`;
}
