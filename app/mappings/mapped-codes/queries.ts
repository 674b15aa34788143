import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import { kinds } from '../../mapping-saves/kinds.ts';
import { countNotLeft } from '../../orders/release/take-back.ts';
import type { MappedCode } from './contract.ts';

/** More than a channel has shipping codes and locations. */
const most = 500;

/** The shipping codes and locations of a connection that are mapped, those that somebody mapped last first. */
export async function listMappedCodes(tenant: Tenant, connectionId: number): Promise<MappedCode[]> {
  const { rows } = await sql<MappedCode>`
    select 'shipping' as kind, s.connector_code as code, nullif(s.description, s.connector_code) as name,
      coalesce((select min(m.name) from shipping_methods m where m.account_id = s.account_id and m.code = s.amware_code), s.amware_code) as means,
      u.name as by, s.mapped_at as at
    from shipping_options s left join users u on u.id = s.mapped_by
    where s.account_id = ${tenant.accountId} and s.connection_id = ${connectionId} and s.amware_code is not null
    union all
    select 'location', l.internal_id, nullif(l.connector_location, l.internal_id),
      coalesce((select min(w.name) from warehouses w where w.account_id = l.account_id and w.code = l.amware_location), l.amware_location), null, null
    from location_mappings l
    where l.account_id = ${tenant.accountId} and l.connection_id = ${connectionId} and l.amware_location is not null
    order by kind desc, at desc nulls last, code limit ${most}`.execute(tenant.db);
  return rows;
}

/** How many orders that have not left go by this code's mapping. */
export function countStops(tenant: Tenant, connectionId: number, { kind, code }: Pick<MappedCode, 'kind' | 'code'>): Promise<number> {
  return countNotLeft(tenant, { connectionId, condition: kinds[kind].concerns(code) });
}
