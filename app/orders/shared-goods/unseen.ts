import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { rereadBefore } from './reread.ts';

/** So many are read again at once; for the others the list is read again before the usual time. None of them leaves meanwhile. */
const mostAtOnce = 20;
const againSeconds = 300;

/**
 * At the end of a walk through a channel's open orders: those of ours that it did not show, and that nobody has seen since it
 * began, are read again, one by one, because they may be gone. What the warehouse has, too, as long as it has not all shipped.
 */
export async function rereadUnseen(tenant: Tenant, connectionId: number, walkBegan: Date): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o
    where o.account_id = ${tenant.accountId} and o.connection_id = ${connectionId} and o.order_status in ('pending', 'error', 'packing', 'partially_shipped')
      and o.source_state not in ('shipped', 'cancelled') and o.seen_at < ${walkBegan} and o.gone_at is null and not o.must_reread
      -- So that the index by status, which leaves out what is archived, serves the query. What is archived is looked up before it leaves.
      and o.deleted_at is null and o.archived_at is null
    order by o.seen_at, o.id limit ${mostAtOnce + 1}`.execute(tenant.db);
  await rereadBefore(
    tenant,
    rows.slice(0, mostAtOnce).map(({ id }) => id),
  );
  if (rows.length > mostAtOnce)
    await sql`update streams set due_at = least(due_at, now() + make_interval(secs => ${againSeconds}))
      where account_id = ${tenant.accountId} and connection_id = ${connectionId} and stream = 'still_there'`.execute(tenant.db);
}
