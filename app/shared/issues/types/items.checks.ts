import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../platform/sentence-sql.ts';
import type { Check } from '../issue-type.ts';
import { itemIssues } from './items.ts';

/** One for each SKU of an order's goods whose product the warehouse no longer names: it would refuse the order. */
export const findGoneProducts: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, l.sku as subject, 'lines' as field, min(l.id) as line_id,
    ${sentenceSql(itemIssues.product_gone.sentences, 'product_gone', { product: sql`min(p.sku)`, sku: sql`l.sku` })} as sentence
  from orders o join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id
  join products p on ${inAccount(tenant, 'p')} and p.id = l.product_id
  where ${inAccount(tenant, 'o')} and ${orders} and not l.is_charge and p.gone_at is not null
  group by o.id, o.connection_id, l.sku`;
