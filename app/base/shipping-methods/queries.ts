import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import { preparedRead } from '../../../platform/prepared.ts';
import type { MethodGroup } from './contract.ts';

/** Warehouse shipping methods, grouped by carrier. */
export const listMethods = preparedRead<MethodGroup, []>(
  (tenant) => sql`
    select carrier, json_agg(json_build_object('code', code, 'name', name) order by name) as methods from (
      select distinct on (m.code) m.code, m.name, m.carrier from shipping_methods m
      join connections c on ${inAccount(tenant, 'c')} and c.id = m.connection_id and c.disconnected_at is null
      where ${inAccount(tenant, 'm')} order by m.code, c.id
    ) as method group by carrier order by carrier`,
);
