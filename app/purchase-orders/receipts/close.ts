import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { readOn } from '../../connections/streams/wake.ts';
import { isAskedToClose } from '../asn/withdraw.ts';
import { recordPurchaseEvents } from '../history.ts';
import { enqueuePurchaseCheck } from '../recheck.ts';

/** Announcements of purchase orders `p` that the warehouse closed, where its receipts have not been read up to then: the last may be missing. */
const closedUnread = sql`
  asns a left join streams s on s.account_id = a.account_id and s.connection_id = a.connection_id and s.stream = 'receipts'
  where a.account_id = p.account_id and a.purchase_order_id = p.id and a.state = 'closed' and (s.drained_at is null or s.drained_at < a.closed_at)`;

/**
 * Closes out the purchase orders of which nothing more is to come, because the warehouse closed the announcement or a person closed
 * them short, and whose receipts, if any came, are all processed.
 */
export async function closeComplete(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Columns<'purchase_orders', 'id' | 'receipts_counted'>>`
    update purchase_orders p set closed_at = now()
    where p.account_id = ${tenant.accountId} and p.id = any(${ids}::bigint[]) and p.closed_at is null and p.cancelled_at is null and p.deleted_at is null
      and not ${isAskedToClose('p')} and (p.close_reason is not null or (
        select a.state from asns a where a.account_id = p.account_id and a.purchase_order_id = p.id order by a.id desc limit 1) = 'closed')
      and not exists (select from receipts r where r.account_id = p.account_id and r.purchase_order_id = p.id and r.processed_at is null)
      and not exists (select from ${closedUnread})
    returning p.id, p.receipts_counted`.execute(tenant.db);
  await waitForReceipts(tenant, ids);
  await recordPurchaseEvents(
    tenant,
    rows.map(({ id: purchaseOrderId, receipts_counted }) => ({
      purchaseOrderId,
      kind: 'closed',
      sentence:
        receipts_counted > 0
          ? 'Closed out: nothing more is expected, and every receipt is processed.'
          : 'Closed out: the warehouse expects nothing more, and nothing came.',
    })),
  );
}

const soonMs = 5_000;

/** Has the receipts of what would be complete read now, and looks at it again when they are. */
async function waitForReceipts(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Columns<'purchase_orders', 'id'> & Columns<'asns', 'connection_id'>>`
    select p.id, unread.connection_id from purchase_orders p cross join lateral (select a.connection_id from ${closedUnread}) as unread
    where p.account_id = ${tenant.accountId} and p.id = any(${ids}::bigint[]) and p.closed_at is null and p.cancelled_at is null`.execute(
    tenant.db,
  );
  for (const connectionId of new Set(rows.map(({ connection_id }) => connection_id))) await readOn(tenant, connectionId, 'receipts');
  await enqueuePurchaseCheck(tenant, [...new Set(rows.map(({ id }) => id))], new Date(Date.now() + soonMs));
}
