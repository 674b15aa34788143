import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../platform/in-account.ts';
import { preparedRead } from '../../platform/prepared.ts';

export type Building = Columns<'warehouses', 'code' | 'name'>;

/** The buildings of the warehouse that is connected, by name, each code once: those of one that is disconnected send nothing. */
export const buildingsOf = (tenant: OfAccount): RawBuilder<Building> => sql<Building>`
  select code, name from (
    select distinct on (w.code) w.code, w.name from warehouses w
    join connections wc on ${inAccount(tenant, 'wc')} and wc.id = w.connection_id and wc.disconnected_at is null
    where ${inAccount(tenant, 'w')} order by w.code, wc.id
  ) as known order by name, code`;

export const listBuildings = preparedRead<Building, []>(buildingsOf);
