import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listMethods, nameOfMethod } from '../../../base/shipping-methods/queries.ts';
import { alikeMethods, equalMethod } from '../../../base/shipping-methods/suggest.ts';
import { methodOfMapping } from '../../../shared/issues/types/mapping.checks.ts';
import type { ShippingOption, ShippingOptions } from './contract.ts';

/** More than a channel has shipping codes. */
const most = 2_000;

type Row = Omit<ShippingOption, 'equal' | 'alike'>;

/** A connection's shipping codes, those that orders wait for first, each with what it probably means where orders cannot go by it. */
export async function listShippingOptions(tenant: Tenant, connectionId: number): Promise<ShippingOptions> {
  const [{ rows }, amwareCodes] = await Promise.all([readRows(tenant, connectionId), listMethods(tenant)]);
  const codesMapping = rows.map((row) => {
    // Also one of a method that the warehouse does not have, such as a former warehouse's: its orders wait as well.
    if (row.amwareShipping !== null) return { ...row, equal: null, alike: [] };
    const names = [row.connectorCode, row.description];
    const equal = equalMethod(amwareCodes, names);
    return { ...row, equal, alike: equal ? [] : alikeMethods(amwareCodes, names) };
  });
  return { codesMapping, amwareCodes };
}

const readRows = (tenant: Tenant, connectionId: number) =>
  sql<Row>`
    select s.id, s.connector_code as "connectorCode", s.description, s.amware_code as "amwareCode",
      case when (${methodOfMapping(tenant, sql`s.amware_code`)})::text is not null
        then coalesce(${nameOfMethod(tenant, sql`s.amware_code`)}, s.amware_code) end as "amwareShipping",
      coalesce(t.n, 0)::int as waiting
    from shipping_options s
    left join (select subject, sum(n) as n from issue_tallies
      where ${inAccount(tenant)} and type = 'unmapped_shipping' and connection_id = ${connectionId} group by subject) as t
      on t.subject = s.connector_code
    where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId}
    order by coalesce(t.n, 0) desc, s.amware_code is not null, s.connector_code limit ${most}`.execute(tenant.db);
