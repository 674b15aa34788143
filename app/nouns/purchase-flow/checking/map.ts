import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recognisedUpc, upcsDiffer } from '../../catalogue/values/upcs.ts';
import { recordPurchaseEvents } from '../history.ts';
import { packsOfSameSku } from './packs-of-same-sku.ts';

/** Notes the locations that purchase orders name, so that they can be mapped. */
export async function rememberLocations(tenant: Tenant, ids: number[]): Promise<void> {
  await sql`
    insert into location_mappings (account_id, connection_id, internal_id, connector_location)
    select distinct on (connection_id, source_location) account_id, connection_id, source_location, coalesce(source_location_name,
      source_location)
    from purchase_orders where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and connection_id is not null
      and source_location is not null
    order by connection_id, source_location, source_location_name nulls last
    -- One that was known by its id alone takes its name.
    on conflict (account_id, connection_id, internal_id) do update set connector_location = excluded.connector_location
      where location_mappings.connector_location = location_mappings.internal_id
        and excluded.connector_location <> excluded.internal_id`.execute(tenant.db);
}

/** The warehouse that the source's location is mapped to, unless a person chose one, or goods have come to it. */
export async function mapWarehouse(tenant: Tenant, ids: number[]): Promise<void> {
  await sql`
    update purchase_orders p set mapped_warehouse = m.amware_location
    from location_mappings m
    where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[]) and not 'mapped_warehouse' = any(p.edited_fields)
      and p.receipts_counted = 0
      and ${inAccount(tenant, 'm')} and m.connection_id = p.connection_id and m.internal_id = p.source_location
      and p.mapped_warehouse is distinct from m.amware_location`.execute(tenant.db);
}

/**
 * Links lines to what the warehouse calls them: by the connection's link of the SKU, otherwise to the product or raw material with
 * the same SKU, where the connection allows; to no product that their names call another pack, unless they are announced as that one. A
 * line of which something has come stays as it is, unless it is of nothing here; how many units its SKU is follows the link until something
 * of it is booked.
 */
export async function mapLines(tenant: Tenant, ids: number[]): Promise<void> {
  const packs = await packsOfSameSku(tenant, ids);
  const { rows } = await sql<Remapped>`
    with meant as (${meantBy(tenant, ids, packs)}),
    -- A line that was of nothing here had what came under the source's own SKU. Now that it is of another item, that is none of it: unless
    -- it is booked, it is counted anew, the whole receipt. What a person counted to the line stays.
    freed as (
      delete from receipt_lines f where ${inAccount(tenant, 'f')} and f.receipt_id in (
        select r.id from meant join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.id = meant.id and l.mapped_sku is null
          and meant.sku <> l.sku
        join receipt_lines c on ${inAccount(tenant, 'c')} and c.line_id = l.id
        join receipts r on ${inAccount(tenant, 'r')} and r.id = c.receipt_id and r.sku = l.sku and not ${isBooked})
    )
    update purchase_order_lines l set product_id = meant.product_id, raw_material_id = meant.raw_material_id, mapped_sku = meant.sku,
      units_per_sale = meant.units, over_accepted = greatest(0, l.over_accepted
        - greatest(0, (l.quantity - l.received_before)::bigint * (meant.units - l.units_per_sale)))
    from meant where ${inAccount(tenant, 'l')} and l.id = meant.id and case
      when (l.product_id, l.raw_material_id) is distinct from (meant.product_id, meant.raw_material_id)
        then l.mapped_sku is null or not exists (select from receipt_lines c where ${inAccount(tenant, 'c')} and c.line_id = l.id)
      else l.units_per_sale <> meant.units and not exists (select from receipt_lines c join receipts r on ${inAccount(tenant, 'r')}
        and r.id = c.receipt_id and ${isBooked} where ${inAccount(tenant, 'c')} and c.line_id = l.id) end
    returning l.purchase_order_id, l.sku, new.units_per_sale as units,
      new.units_per_sale <> old.units_per_sale and new.quantity_announced > 0 as is_told`.execute(tenant.db);
  await recordPurchaseEvents(
    tenant,
    rows.flatMap(({ purchase_order_id: purchaseOrderId, sku, units, is_told }) =>
      is_told ? [{ purchaseOrderId, kind: 'changed' as const, sentence: { code: 'units_changed' as const, sku, units } }] : [],
    ),
  );
}

type Remapped = Columns<'purchase_order_lines', 'purchase_order_id' | 'sku'> & {
  units: Column<'purchase_order_lines', 'units_per_sale'>;
  is_told: boolean;
};

const isBooked = sql`(r.processed_at is not null or r.booking_id is not null)`;

/** What the lines of these purchase orders that came from a source are linked to now, by their ids. `packs`: nothing, without a link. */
const meantBy = (tenant: Tenant, ids: number[], packs: number[]) => sql`
  select l.id, coalesce(linked.id, same.id) as product_id, case when coalesce(linked.id, same.id) is null then material.id end
    as raw_material_id,
    coalesce(linked.sku, same.sku, material.sku) as sku, case when linked.id is null then 1 else link.units_per_sale end as units
  from purchase_orders p
  join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id
  left join connections c on ${inAccount(tenant, 'c')} and c.id = p.connection_id
  left join connector_products link on ${inAccount(tenant, 'link')} and link.connection_id = p.connection_id
    and link.connector_product_sku = l.sku
  left join products linked on ${inAccount(tenant, 'linked')} and linked.id = link.product_id
  -- A link that a person removed stays removed, and one that ended by itself, or was of a pack, waits for a person. What is announced as a
  -- product already stays that product's: the warehouse will report what comes under its SKU.
  left join products same on ${inAccount(tenant, 'same')} and same.sku = l.sku and coalesce(c.link_same_skus, true)
    and link.linked_by is null and link.doubt is null and coalesce(link.units_per_sale, 1) = 1
    and (l.id <> all(${packs}::bigint[]) or (l.product_id = same.id and l.quantity_announced > 0))
    and not ${upcsDiffer(recognisedUpc('same'), sql`link.upc`)}
  left join raw_materials material on ${inAccount(tenant, 'material')} and material.sku = l.sku and coalesce(c.link_same_skus, true)
    and (link.doubt is null or link.linked_by is not null)
  where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[]) and l.remote_line_id is not null`;
