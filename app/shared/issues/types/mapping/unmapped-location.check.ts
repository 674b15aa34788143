import { sql } from 'kysely';
import { sentenceSql } from '../../../../../platform/sentence-sql.ts';
import type { Check } from '../../issue-type.ts';
import { unmappedLocation } from './unmapped-location.ts';

/** One for each location of an order's lines that is known and not mapped to a warehouse. */
export const findUnmappedLocations: Check = (orders) => sql`
  select distinct on (o.id, l.location) o.id as order_id, o.connection_id, l.location as subject, 'location' as field, l.id as line_id,
    ${sentenceSql(unmappedLocation.sentences, 'location_not_mapped', { location: sql`lm.connector_location` })} as sentence
  from orders o join order_lines l on l.account_id = o.account_id and l.order_id = o.id
  join location_mappings lm on lm.account_id = o.account_id and lm.connection_id = o.connection_id and lm.internal_id = l.location
  where ${orders} and lm.amware_location is null`;
