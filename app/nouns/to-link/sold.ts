import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { doubtSentence } from '../../shared/issues/types/mapping.checks.ts';
import { article } from '../catalogue/values/upcs.ts';

/** What the channel says of a SKU `r`, looked up by its key, and the product that it is linked to. One row always. */
export const listed = (tenant: Tenant): RawBuilder<unknown> => sql`
  select max(p.name) as name, max(p.image_url) as image_url, nullif(btrim(max(p.upc)), '') as listed_upc,
    coalesce(max(p.units_per_sale), 1) as units_per_sale, max(p.product_id) as product_id, count(*) > 0 as is_listed,
    count(p.doubt) > 0 as is_doubted, any_value(${doubtSentence('p')}) as doubt
  from connector_products p
  where ${inAccount(tenant, 'p')} and p.connection_id = r.connection_id and p.connector_product_sku = r.sku`;

/** Of the lines of so many orders the first UPC is taken, of those that name an article. */
const linesAtMost = 20;

/** The oldest order that waits for a SKU `r`, and the UPC that its line or one of the next has. */
export const oldestIssue = (tenant: Tenant): RawBuilder<unknown> => sql`
  select min(i.order_id) filter (where i.place = 1) as order_id, min(i.opened_at) as opened_at,
    (array_agg(btrim(l.upc) order by ${article(sql`l.upc`)} is null, i.place) filter (where btrim(l.upc) <> ''))[1] as upc
  from (
    select i.order_id, i.opened_at, i.line_id, row_number() over (order by i.opened_at) as place from issues i
    where ${inAccount(tenant, 'i')} and i.type = 'unmapped_sku' and i.connection_id = r.connection_id and i.subject = r.sku
      and i.closed_at is null
    order by i.opened_at limit ${sql.lit(linesAtMost)}
  ) as i left join order_lines l on ${inAccount(tenant, 'l')} and l.id = i.line_id
  having count(*) > 0`;
