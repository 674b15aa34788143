import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { hasNoProduct, isGoods, methodOfMapping } from '../../../shared/issues/types/mapping.checks.ts';
import { packsDiffer } from '../../catalogue/values/pack.ts';
import { recognisedUpc, upcsDiffer } from '../../catalogue/values/upcs.ts';
import { queueStockOfOrders } from '../../stock-out/queue.ts';
import { isSold } from '../conditions.ts';
import { countUnits, unitsOfLink } from '../lines/units.ts';

/**
 * Stores SKUs and shipping codes seen for the first time, so that they appear on the mapping screens. A SKU that equals a product's is
 * linked to it, where the connection allows, their UPCs do not say otherwise, and their names no other number of units.
 */
export async function rememberUnknownCodes(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Remembered>`
    insert into connector_products as listing (account_id, connection_id, connector_product_sku, name, image_url, upc, product_id,
      linked_at)
    select distinct on (o.connection_id, l.sku) o.account_id, o.connection_id, l.sku, l.name, l.image_url, nullif(btrim(l.upc), ''), p.id,
      case when p.id is not null then now() end
    from orders o
    join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id
    join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    left join products p on ${inAccount(tenant, 'p')} and p.sku = l.sku and c.link_same_skus
      and not ${upcsDiffer(recognisedUpc('p'), sql`l.upc`)}
    where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[]) and ${hasNoProduct} and not l.is_charge
      and not exists (select from connector_products known
        where ${inAccount(tenant, 'known')} and known.connection_id = o.connection_id and known.connector_product_sku = l.sku
          and (known.deleted_at is null or known.deleted_at > o.created_at))
    order by o.connection_id, l.sku
    -- What a person deleted is listed again, without a link, when an order comes that has it.
    on conflict (account_id, connection_id, connector_product_sku) do update set deleted_at = null
      where listing.deleted_at is not null
    returning id, name, product_id`.execute(tenant.db);
  await unlinkPacks(tenant, rows);
  await sql`
    insert into shipping_options (account_id, connection_id, connector_code, description)
    select distinct on (connection_id, source_shipping) account_id, connection_id, source_shipping, source_shipping_description
    from orders o
    where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and source_shipping is not null
      and not exists (select from shipping_options known
        where ${inAccount(tenant, 'known')} and known.connection_id = o.connection_id and known.connector_code = o.source_shipping)
    order by connection_id, source_shipping
    on conflict do nothing`.execute(tenant.db);
}

type Remembered = Columns<'connector_products', 'id' | 'name' | 'product_id'>;

/** A person says how many units a sale takes, where the names say different numbers. */
async function unlinkPacks(tenant: Tenant, remembered: Remembered[]): Promise<void> {
  const linked = remembered.flatMap(({ product_id }) => product_id ?? []);
  if (linked.length === 0) return;
  const { rows } = await sql<Columns<'products', 'id' | 'name'>>`
    select id, name from products where ${inAccount(tenant)} and id = any(${linked}::bigint[])`.execute(tenant.db);
  const products = new Map(rows.map((product) => [product.id, product]));
  const isPack = (listing: Remembered) => {
    const product = products.get(listing.product_id ?? 0);
    return product !== undefined && packsDiffer(product, listing);
  };
  const packs = idsOf(remembered.filter(isPack));
  if (packs.length === 0) return;
  await sql`
    update connector_products set product_id = null, linked_at = null
    where ${inAccount(tenant)} and id = any(${packs}::bigint[])`.execute(tenant.db);
}

/**
 * Links lines to products by the SKU links of their connection, also where the link changed while the order had ended or was
 * deleted. What a person added is a product already; a line without a SKU keeps the product that a person gave it.
 */
export async function linkLines(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Columns<'order_lines', 'order_id'> & { counts_anew: boolean }>`
    update order_lines l set product_id = p.id, mapped_sku = p.sku, units_per_sale = ${unitsOfLink}
    from orders o, connector_products cp left join products p on ${inAccount(tenant, 'p')} and p.id = cp.product_id
    where ${inAccount(tenant, 'l')} and l.order_id = any(${ids}::bigint[]) and (l.product_id is null or l.sku <> '') and ${isSold}
      and ${inAccount(tenant, 'o')} and o.id = l.order_id
      and ${inAccount(tenant, 'cp')} and cp.connection_id = o.connection_id and cp.connector_product_sku = l.sku
      and (l.product_id, l.units_per_sale) is distinct from (cp.product_id, ${unitsOfLink})
    returning l.order_id, old.units_per_sale <> new.units_per_sale as counts_anew`.execute(tenant.db);
  await countUnits(tenant, [...new Set(rows.flatMap(({ order_id, counts_anew }) => (counts_anew ? order_id : [])))]);
  const orderIds = rows.map(({ order_id }) => order_id);
  await queueStockOfOrders(tenant, orderIds);
}

/** Sets the method that an order's shipping code is mapped to, unless a person chose one; none where the warehouse does not have it. */
export async function mapShipping(tenant: Tenant, ids: number[]): Promise<void> {
  await sql`
    update orders o set shipping_code = so.method
    from (select connection_id, connector_code, ${methodOfMapping(tenant, sql`amware_code`)} as method from shipping_options
      where ${inAccount(tenant)}) as so
    where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[]) and not 'shipping_code' = any(o.edited_fields)
      and so.connection_id = o.connection_id and so.connector_code = o.source_shipping
      and o.shipping_code is distinct from so.method`.execute(tenant.db);
}

/**
 * Sets the warehouse that an order ships from, where no person chose it: that of its goods' location. None where they no longer name a
 * mapped one; one of them where they name several, which an issue says until somebody chooses.
 */
export async function mapWarehouse(tenant: Tenant, ids: number[]): Promise<void> {
  await sql`
    update orders o set warehouse_code = place.amware_location
    from (
      select o.id as order_id, min(lm.amware_location) as amware_location
      from orders o
      left join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id and ${isGoods}
      left join location_mappings lm on ${inAccount(tenant, 'lm')} and lm.connection_id = o.connection_id and lm.internal_id = l.location
      where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[])
      group by o.id
    ) as place
    where ${inAccount(tenant, 'o')} and o.id = place.order_id and not 'warehouse_code' = any(o.edited_fields)
      and o.warehouse_code is distinct from place.amware_location`.execute(tenant.db);
}
