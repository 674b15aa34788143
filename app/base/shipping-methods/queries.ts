import { sql } from 'kysely';
import { preparedRead } from '../../../platform/prepared.ts';
import type { MethodGroup } from './contract.ts';

/** Warehouse shipping methods, grouped by carrier. */
export const listMethods = preparedRead<MethodGroup, []>(
  (account) => sql`
    select carrier, json_agg(json_build_object('code', code, 'name', name) order by name) as methods from (
      select distinct on (m.code) m.code, m.name, m.carrier from shipping_methods m
      join connections c on c.account_id = m.account_id and c.id = m.connection_id and c.disconnected_at is null
      where m.account_id = ${account} order by m.code, c.id
    ) as method group by carrier order by carrier`,
);
