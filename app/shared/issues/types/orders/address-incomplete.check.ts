import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../../platform/sentence-sql.ts';
import { missingFields } from '../../../../base/addresses/address-sql.ts';
import type { Check } from '../../issue-type.ts';
import { addressIncomplete } from './address-incomplete.ts';

/** Orders with goods whose address lacks what the warehouse needs. It names the first field that is missing. */
export const findIncompleteAddresses: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, 'address' as subject, missing.first as field, null::bigint as line_id,
    ${sentenceSql(addressIncomplete.sentences, 'address_lacks', { fields: sql`missing.fields` })} as sentence
  from orders o cross join lateral (
    select (array_agg(field order by place))[1] as first, jsonb_agg(field order by place) as fields from (${missingFields}) as lacking
  ) as missing
  where ${inAccount(tenant, 'o')} and ${orders} and missing.fields is not null and o.units_ordered > 0`;
