import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueueCheck } from './ask.ts';

/**
 * Enqueues the check of orders that are ready but were not released, because a time window was closed, a connection paused or no
 * warehouse connected. They are checked together, so that orders to one address are still combined.
 */
export async function recheckReadyOrders(tenant: Tenant): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from orders o
    where account_id = ${tenant.accountId} and order_status = 'pending' and warehouse_order_id is null and source_state = 'ready'
      and not locked and not on_hold and archived_at is null and deleted_at is null and checked_at < now() - interval '30 seconds'
      and not exists (select from outbox x where x.account_id = o.account_id and x.order_id = o.id and x.state in ('waiting', 'sending'))
    order by id limit 10000`.execute(tenant.db);
  await enqueueCheck(
    tenant,
    rows.map(({ id }) => id),
  );
}
