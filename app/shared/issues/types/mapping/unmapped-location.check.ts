import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../../platform/sentence-sql.ts';
import type { Check } from '../../issue-type.ts';
import { unmappedLocation } from './unmapped-location.ts';

/** One for each location of an order's lines that is known and not mapped to a warehouse. */
export const findUnmappedLocations: Check = (tenant, orders) => sql`
  select distinct on (o.id, l.location) o.id as order_id, o.connection_id, l.location as subject, 'location' as field, l.id as line_id,
    ${sentenceSql(unmappedLocation.sentences, 'location_not_mapped', { location: sql`lm.connector_location` })} as sentence
  from orders o join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id
  join location_mappings lm on ${inAccount(tenant, 'lm')} and lm.connection_id = o.connection_id and lm.internal_id = l.location
  where ${inAccount(tenant, 'o')} and ${orders} and lm.amware_location is null`;
