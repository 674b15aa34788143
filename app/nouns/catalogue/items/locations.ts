import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Kind } from '../kinds.ts';

/** The locations that items of a kind name, in their order, at most so many: jumps from one to the next in their index. */
export async function listLocations(tenant: Tenant, kind: Kind, most = 1_000): Promise<string[]> {
  const named = sql`${sql.table(kind)} where ${inAccount(tenant)} and warehouse_location is not null`;
  const { rows } = await sql<{ location: string }>`
    with recursive named as (
      (select warehouse_location as location from ${named} order by warehouse_location limit 1)
      union all
      select (select warehouse_location from ${named} and warehouse_location > named.location order by warehouse_location limit 1)
      from named where named.location is not null
    )
    select location from named where location is not null limit ${most}`.execute(tenant.db);
  return rows.map(({ location }) => location);
}
