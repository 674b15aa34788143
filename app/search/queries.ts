import { sql } from 'kysely';
import type { Columns } from '../../platform/columns.ts';
import { readPrepared } from '../../platform/prepared.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { FoundOrder } from './contract.ts';
import { foundOrders } from './found.ts';

type Row = Columns<
  'orders',
  'id' | 'order_number' | 'source_order_number' | 'order_status' | 'customer_name' | 'customer_email' | 'order_date'
> &
  Pick<FoundOrder, 'order_source' | 'source_name'>;

/** One more is read, so that the page can tell whether there are more. */
export const shownOrders = 50;
/** Search terms of deleted orders are removed a moment later: scan this many to skip them. */
const lookedAt = 100;

/** The newest fifty orders that match a query, archived ones included; `more` when there are others. */
export async function searchOrders(tenant: Tenant, query: string, more = 0): Promise<FoundOrder[]> {
  // As an array, which is looked up by key: for a set, the planner expects that a scan by date finds fifty soon.
  return readPrepared(
    tenant,
    sql<Row>`
    select o.id, o.order_number, o.source_order_number, o.order_status, c.slug as order_source, c.name as source_name, o.customer_name, o.customer_email, o.order_date
    from orders o join connections c on c.account_id = o.account_id and c.id = o.connection_id
    where o.account_id = ${tenant.accountId} and o.id = any(array(${foundOrders(query, lookedAt)})) and o.deleted_at is null
    order by o.order_date desc, o.id desc limit ${sql.lit(shownOrders + more)}`,
  );
}
