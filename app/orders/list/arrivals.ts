import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import { matchingFew } from './conditions.ts';
import type { OrderFilter } from './filter.ts';

const countedAtMost = 999;

/** How many orders that match have arrived since the order with this id. */
export async function countNewer(tenant: Tenant, filter: OrderFilter, newest: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with arrived as materialized (select * from orders where account_id = ${tenant.accountId} and id > ${newest} order by id limit ${countedAtMost})
    select count(*)::int as n from arrived o where ${matchingFew(tenant, filter)}`.execute(tenant.db);
  return rows[0]?.n ?? 0;
}
