import { sql } from 'kysely';
import type { Reply } from '../../../platform/endpoint.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { listBuildings } from '../../base/buildings.ts';
import { listMethods } from '../../base/shipping-methods/queries.ts';
import { equalMethod } from '../../base/shipping-methods/suggest.ts';
import type { IssueType } from '../../shared/issues/issue.ts';
import { subjectName } from '../../shared/issues/queries.ts';
import { methodOfMapping } from '../../shared/issues/types/mapping.checks.ts';
import { likelyProducts } from '../catalogue/values/likely-products.ts';
import { article } from '../catalogue/values/upcs.ts';
import type { issueRemedyCall } from './contract.ts';

type Hints = Reply<typeof issueRemedyCall>;
type Waiting = { [Ids in 'order_ids' | 'purchase_order_ids']: Hints[Ids] | null };

/**
 * What the panel of a remedy offers: how many orders wait for the cause, and what probably mends it. Undefined when the connection is not
 * this account's.
 */
export async function remedyHints(
  tenant: Tenant,
  cause: { type: IssueType; connection_id: number; subject: string; order_id?: number | undefined },
): Promise<Hints | undefined> {
  const { rows } = await sql<
    Pick<
      Hints,
      'connection_name' | 'waiting' | 'name' | 'upc' | 'units_per_sale' | 'gone_product_id' | 'mapped_method' | 'order_revision'
    > &
      Waiting
  >`
    select c.name as connection_name,
      (select coalesce(sum(n), 0)::int from issue_tallies t where ${inAccount(tenant, 't')} and t.type = ${cause.type}
        and t.connection_id = c.id and t.subject = ${cause.subject}) as waiting,
      ${subjectName(tenant, { type: sql`${cause.type}::text`, connection: sql`c.id`, subject: sql`${cause.subject}::text` })} as name,
      (select l.upc from issues i join order_lines l on ${inAccount(tenant, 'l')} and l.id = i.line_id
        where ${inAccount(tenant, 'i')} and i.type = ${cause.type} and i.connection_id = c.id and i.subject = ${cause.subject}
          and i.closed_at is null and l.upc is not null
        order by (${article(sql`l.upc`)})::text is null, i.opened_at limit 1) as upc,
      coalesce((select cp.units_per_sale from connector_products cp where ${inAccount(tenant, 'cp')} and cp.connection_id = c.id
        and cp.connector_product_sku = ${cause.subject}), 1) as units_per_sale,
      (select p.id from connector_products cp join products p on ${inAccount(tenant, 'p')} and p.id = cp.product_id
        where ${inAccount(tenant, 'cp')} and cp.connection_id = c.id and cp.connector_product_sku = ${cause.subject}
          and ${cause.type}::text = 'product_gone' and p.gone_at is not null) as gone_product_id,
      (select so.amware_code from shipping_options so where ${inAccount(tenant, 'so')} and so.connection_id = c.id
        and so.connector_code = ${cause.subject} and ${cause.type}::text = 'unmapped_shipping'
        and (${methodOfMapping(tenant, sql`so.amware_code`)})::text is null) as mapped_method,
      (select o.revision from orders o where ${inAccount(tenant, 'o')} and o.id = ${cause.order_id ?? null}::bigint) as order_revision,
      few.order_ids, few.purchase_order_ids
    from connections c
    cross join lateral (
      select json_agg(order_id) filter (where order_id is not null) as order_ids, json_agg(purchase_order_id) filter
        (where purchase_order_id is not null) as purchase_order_ids
      from (select order_id, purchase_order_id from issues i where ${inAccount(tenant, 'i')} and i.type = ${cause.type}
        and i.connection_id = c.id and i.subject = ${cause.subject}
        and i.closed_at is null order by i.opened_at limit 10) as oldest) as few
    where ${inAccount(tenant, 'c')} and c.id = ${cause.connection_id}`.execute(tenant.db);
  const [row] = rows;
  if (!row) return undefined;
  const isLinked = cause.type === 'unmapped_sku' || cause.type === 'unmapped_item' || cause.type === 'product_gone';
  const likely = isLinked ? await likelyProducts(tenant, { sku: cause.subject, name: row.name ?? cause.subject, upc: row.upc }) : [];
  const methods = cause.type === 'unmapped_shipping' ? await listMethods(tenant) : [];
  return {
    ...row,
    order_ids: row.order_ids ?? [],
    purchase_order_ids: row.purchase_order_ids ?? [],
    methods,
    products: likely.filter(({ id }) => id !== row.gone_product_id),
    equal_method: equalMethod(methods, [cause.subject, row.name])?.code ?? null,
    warehouses: await listBuildings(tenant),
  };
}
