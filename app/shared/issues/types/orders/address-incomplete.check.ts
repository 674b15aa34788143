import { sql } from 'kysely';
import { missingFields } from '../../../../base/addresses/address-sql.ts';
import type { Check } from '../../issue-type.ts';

/** Orders with goods whose address lacks what the warehouse needs. It names the first field that is missing. */
export const findIncompleteAddresses: Check = (orders) => sql`
  select o.id as order_id, o.connection_id, 'address' as subject, missing.first as field, null::bigint as line_id,
    'The address has no ' || regexp_replace(missing.list, ', (?!.*, )', ' or ') || '.' as sentence
  from orders o cross join lateral (
    select (array_agg(field order by place))[1] as first, string_agg(word, ', ' order by place) as list from (${missingFields}) as lacking
  ) as missing
  where ${orders} and missing.list is not null and o.units_ordered > 0`;
