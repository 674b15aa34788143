import { sql } from 'kysely';
import type { Check } from '../../issue-type.ts';

/** Orders with goods and no warehouse shipping method. The subject is empty where the channel gave no code. */
export const findUnmappedShipping: Check = (orders) => sql`
  select o.id as order_id, o.connection_id, coalesce(o.source_shipping, '') as subject, 'shipping_code' as field, null::bigint as line_id,
    case when o.source_shipping is null then 'The channel gave no shipping method. Choose one.'
      else 'Shipping code ' || o.source_shipping || ' is not mapped to a warehouse shipping method.' end as sentence
  from orders o where ${orders} and o.shipping_code is null and o.units_ordered > 0`;
