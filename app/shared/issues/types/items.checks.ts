import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../platform/sentence-sql.ts';
import type { Check } from '../issue-type.ts';
import { itemIssues } from './items.ts';
import { isGoods } from './mapping.checks.ts';

const sentences = itemIssues.product_gone.sentences;

/**
 * One for each SKU of an order's goods whose product the warehouse no longer names: it would refuse the order. A line that no link of a SKU
 * gave its product, one without a SKU or that a person added, is mended in its order alone: those are one without a subject.
 */
export const findGoneProducts: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, by_link.sku as subject, 'lines' as field, min(l.id) as line_id,
    case when by_link.sku = '' then ${sentenceSql(sentences, 'line_product_gone', { product: sql`min(p.sku)` })}
      else ${sentenceSql(sentences, 'product_gone', { product: sql`min(p.sku)`, sku: sql`by_link.sku` })} end as sentence
  from orders o join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id
  join products p on ${inAccount(tenant, 'p')} and p.id = l.product_id
  cross join lateral (select case when l.source_quantity = 0 then '' else l.sku end as sku) as by_link
  where ${inAccount(tenant, 'o')} and ${orders} and ${isGoods} and p.gone_at is not null
  group by o.id, o.connection_id, by_link.sku`;
