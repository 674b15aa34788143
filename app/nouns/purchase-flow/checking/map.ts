import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

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
 * the same SKU, where the connection allows. A line of which something has come stays as it is, unless it is of nothing here.
 */
export async function mapLines(tenant: Tenant, ids: number[]): Promise<void> {
  await sql`
    with meant as (
      select l.id, coalesce(linked.id, same.id) as product_id, case when coalesce(linked.id, same.id) is null then material.id end
        as raw_material_id,
        coalesce(linked.sku, same.sku, material.sku) as sku
      from purchase_orders p
      join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id
      left join connections c on ${inAccount(tenant, 'c')} and c.id = p.connection_id
      left join connector_products link on ${inAccount(tenant, 'link')} and link.connection_id = p.connection_id
        and link.connector_product_sku = l.sku
      left join products linked on ${inAccount(tenant, 'linked')} and linked.id = link.product_id
      -- A link that a person removed stays removed.
      left join products same on ${inAccount(tenant, 'same')} and same.sku = l.sku and coalesce(c.link_same_skus, true)
        and link.linked_by is null
      left join raw_materials material on ${inAccount(tenant, 'material')} and material.sku = l.sku and coalesce(c.link_same_skus, true)
      where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[]) and l.remote_line_id is not null
    )
    update purchase_order_lines l set product_id = meant.product_id, raw_material_id = meant.raw_material_id, mapped_sku = meant.sku
    from meant where ${inAccount(tenant, 'l')} and l.id = meant.id
      and (l.product_id, l.raw_material_id) is distinct from (meant.product_id, meant.raw_material_id)
      and (l.mapped_sku is null or not exists (select from receipt_lines r where ${inAccount(tenant, 'r')}
        and r.line_id = l.id))`.execute(tenant.db);
}
