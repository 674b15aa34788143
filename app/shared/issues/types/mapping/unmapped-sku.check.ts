import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../../platform/sentence-sql.ts';
import type { Check } from '../../issue-type.ts';
import { doubtSentence } from './link-doubt.ts';
import { unmappedSku } from './unmapped-sku.ts';

const { sentences } = unmappedSku;

/**
 * Lines `l` of certain orders that have no product. Written so that the index of all such lines does not serve it: where few were
 * known when it was last counted, it would be walked through for every order.
 */
export const hasNoProduct = sql`coalesce(l.product_id, 0) = 0`;

/** One for each SKU of an order's goods that has no warehouse product; it names the first line with that SKU. */
export const findUnmappedSkus: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, l.sku as subject, 'lines' as field, min(l.id) as line_id,
    case when l.sku = '' then ${sentenceSql(sentences, 'line_without_sku', {})}
      else coalesce(any_value(${doubtSentence('cp')}), ${sentenceSql(sentences, 'sku_not_linked', { sku: sql`l.sku` })}) end as sentence
  from orders o join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id
  left join connector_products cp on ${inAccount(tenant, 'cp')} and cp.connection_id = o.connection_id and cp.connector_product_sku = l.sku
  where ${inAccount(tenant, 'o')} and ${orders} and not l.is_charge and ${hasNoProduct}
  group by o.id, o.connection_id, l.sku`;
