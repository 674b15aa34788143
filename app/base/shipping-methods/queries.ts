import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../platform/in-account.ts';
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

/**
 * What the method of this code is called in the lists above; null where no warehouse has it. A disconnected warehouse, the last one first,
 * is asked only where no connected one has the code: it may call something else so.
 */
export const nameOfMethod = (tenant: OfAccount, code: RawBuilder<unknown>): RawBuilder<string | null> => sql`(select sm.name
  from shipping_methods sm join connections nc on ${inAccount(tenant, 'nc')} and nc.id = sm.connection_id
  where ${inAccount(tenant, 'sm')} and sm.code = ${code} order by nc.disconnected_at desc nulls first, nc.id limit 1)`;
