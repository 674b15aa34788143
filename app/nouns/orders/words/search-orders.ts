import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { foundAmong, type SearchNoun } from '../../../shared/noun/search.ts';
import { rankedOrders } from './find-orders.ts';
import type { FoundOrder } from './hits.ts';

type Row = Columns<
  'orders',
  'id' | 'order_number' | 'source_order_number' | 'order_status' | 'customer_name' | 'customer_email' | 'order_date'
> &
  Pick<FoundOrder, 'order_source' | 'source_name'> & { is_equal: boolean };

/** Search terms of deleted orders are removed a moment later: read this many to skip them. */
const lookedAt = 100;

export const orderSearch: SearchNoun<FoundOrder> = {
  find: async (tenant, words, most) => foundAmong(await searchOrders(tenant, words, most + 1), most),
};

/**
 * The best orders for a query, archived ones included, at most `most`: one with exactly this number first, then the newest that are
 * found by numbers, names and e-mail, then those found by products and address.
 */
export function searchOrders(tenant: Tenant, query: string, most = 50): Promise<(FoundOrder & { is_equal: boolean })[]> {
  // As an array, which is looked up by key: for a set, the planner expects that a scan by date finds fifty soon.
  return readPrepared(
    tenant,
    sql<Row>`
    with ranked as materialized (${rankedOrders(query, lookedAt)})
    select o.id, o.order_number, o.source_order_number, o.order_status, c.slug as order_source, c.name as source_name, o.customer_name,
      o.customer_email, o.order_date,
      own.is_equal or source.is_equal as is_equal
    from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    join ranked r on r.id = o.id
    cross join lateral (select lower(o.source_order_number) = typed or lower(o.source_ref_num) is not distinct from typed
      or lower(o.amware_ref_num) is not distinct from typed as is_equal
      from (select lower(${query.trim()}::text) as typed) as query) as source
    cross join lateral (select own_number_in(lower(${query.trim()}::text)) = o.id::text as is_equal) as own
    where ${inAccount(tenant, 'o')} and o.id = any(array(select id from ranked)) and o.deleted_at is null
    order by case when source.is_equal then 0 when own.is_equal then 1 else 2 + r.rank end, o.order_date desc, o.id desc limit ${most}`,
  );
}
