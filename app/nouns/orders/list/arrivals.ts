import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { OrderFilter } from '../../order-flow/contract/filter.ts';
import { matchingFew } from '../finding/conditions.ts';
import { orderWords } from '../words/order-words.ts';

const countedAtMost = 999;

/** How many matching orders have arrived since the order with this id. */
export async function countNewer(tenant: Tenant, filter: OrderFilter, newest: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with arrived as materialized (select * from orders where ${inAccount(tenant)} and id > ${newest} order by id limit ${countedAtMost})
    select count(*)::int as n from arrived o where ${matchingFew(tenant, filter)}`.execute(tenant.db);
  return rows[0]?.n ?? 0;
}

/** The highest order id whose search terms are indexed: later orders are found, and counted as new, a moment later. */
export async function newestFound(tenant: Tenant, newest: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select least(${newest}::bigint, min(d.id) - 1) as id
    from (
      select unnest(record_ids) as id from words_due where ${inAccount(tenant)} and noun = ${orderWords.noun} order by words_due.id
      limit ${countedAtMost}
    ) d
    where not exists (select from order_term_sets s where ${inAccount(tenant, 's')} and s.record_id = d.id)`.execute(tenant.db);
  return rows[0]?.id ?? newest;
}
