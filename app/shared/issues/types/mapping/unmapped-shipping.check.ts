import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../../platform/sentence-sql.ts';
import type { Check } from '../../issue-type.ts';
import { unmappedShipping } from './unmapped-shipping.ts';

const { sentences } = unmappedShipping;

/** Orders with goods and no warehouse shipping method. The subject is empty where the channel gave no code. */
export const findUnmappedShipping: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, coalesce(o.source_shipping, '') as subject, 'shipping_code' as field, null::bigint as line_id,
    case when o.source_shipping is null then ${sentenceSql(sentences, 'no_shipping_method', {})}
      else ${sentenceSql(sentences, 'shipping_not_mapped', { shipping: sql`o.source_shipping` })} end as sentence
  from orders o where ${inAccount(tenant, 'o')} and ${orders} and o.shipping_code is null and o.units_ordered > 0`;
