import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { methodOfMapping } from '../../issues/types/mapping.checks.ts';
import type { Need, Needs, Progress } from './contract.ts';

const none: Need = { codes: 0, orders: 0, purchaseOrders: 0 };
const kinds = { unmapped_sku: 'products', unmapped_shipping: 'shipping', unmapped_location: 'locations' } as const;

/** What waits at a connection for a person's decision, from the counts of open issues. Few of them are of purchase orders. */
export async function readNeeds(tenant: Tenant, connectionId: number): Promise<Needs> {
  const { rows } = await sql<Need & { type: keyof typeof kinds }>`
    select w.type, w.codes, (w.issues - coalesce(p.issues, 0))::int as orders, coalesce(p.n, 0)::int as "purchaseOrders" from (
      select type, count(*)::int as codes, sum(n) as issues from (
        select type, subject, sum(n) as n from issue_tallies
        where ${inAccount(tenant)} and connection_id = ${connectionId} and type = any(${Object.keys(kinds)}::text[])
        group by type, subject having sum(n) > 0
      ) as waiting group by type
    ) as w left join (
      select type, count(*) as issues, count(distinct purchase_order_id) as n from issues
      where ${inAccount(tenant)} and closed_at is null and purchase_order_id is not null and connection_id = ${connectionId} group by type
    ) as p on p.type = w.type`.execute(tenant.db);
  const needs: Needs = { products: none, shipping: none, locations: none };
  for (const { type, ...need } of rows) needs[kinds[type]] = need;
  return needs;
}

/** Counts from tallies and the small tables of links and mappings. */
export async function readProgress(tenant: Tenant, connectionId: number): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select
      exists (select from connections w where ${inAccount(tenant, 'w')} and 'warehouse' = any(w.capabilities)
        and w.disconnected_at is null) as "hasWarehouse",
      p.products, p.linked, s."shippingCodes", s."shippingMapped", o.orders, o."atWarehouse", o.shipped, o.fulfilled
    from
      (select count(*)::int as products, count(product_id)::int as linked from connector_products
        where ${inAccount(tenant)} and connection_id = ${connectionId}) as p,
      (select count(*)::int as "shippingCodes", count((${methodOfMapping(tenant, sql`amware_code`)})::text)::int as "shippingMapped"
        from shipping_options where ${inAccount(tenant)} and connection_id = ${connectionId}) as s,
      (select coalesce(sum(n), 0)::int as orders,
        coalesce(sum(n) filter (where order_status in ('packing', 'partially_shipped', 'shipped', 'fulfilled')), 0)::int as "atWarehouse",
        coalesce(sum(n) filter (where order_status in ('shipped', 'fulfilled')), 0)::int as shipped,
        coalesce(sum(n) filter (where order_status = 'fulfilled'), 0)::int as fulfilled
        from orders_in_all where ${inAccount(tenant)} and connection_id = ${connectionId}) as o`.execute(tenant.db);
  return rows[0] as Progress;
}
