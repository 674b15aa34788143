import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { readOn } from '../../../shared/connections/streams/wake.ts';
import { isAskedToClose } from '../asn/withdraw.ts';
import type { PurchaseEventSentence } from '../events/sentences.ts';
import { recordPurchaseEvents } from '../history.ts';
import { enqueuePurchaseCheck, orderIdOf } from '../recheck.ts';

/**
 * The announcement `a` is closed, and the receipts of its warehouse have not been read up to then: the last may be missing. Those of a
 * disconnected one are never due.
 */
const isUnread = (
  tenant: OfAccount,
) => sql`(a.state = 'closed' and exists (select from streams s where ${inAccount(tenant, 's')} and s.connection_id = a.connection_id
  and s.stream = 'receipts' and s.due_at < 'infinity' and (s.drained_at is null or s.drained_at < a.closed_at)))`;

/** Its receipts will never be read: the warehouse was disconnected before they were. */
const isCutOff = (tenant: OfAccount) => sql`(a.awaits_receipts and exists (
  select from connections w where ${inAccount(tenant, 'w')} and w.id = a.connection_id and w.disconnected_at is not null))`;

/** The announcements `a` of this account that are cut off, and whose orders nothing else keeps from being closed out. */
export const cutOff = (tenant: Tenant) => sql`
  asns a where ${inAccount(tenant, 'a')} and ${isCutOff(tenant)}
    and not exists (select from receipts r where ${inAccount(tenant, 'r')} and r.purchase_order_id = a.purchase_order_id
      and r.processed_at is null)`;

/**
 * Closes out the purchase orders of which nothing more is to come, because the warehouse closed the announcement or a person closed
 * them short, and whose receipts, if any came, are all processed. A disconnected warehouse tells of no more.
 */
export async function closeComplete(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Closed>`
    with closed as (
      update purchase_orders p set closed_at = now()
      where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[]) and p.closed_at is null and p.cancelled_at is null
        and p.deleted_at is null
        and not ${isAskedToClose(tenant, 'p')} and (p.close_reason is not null or (
          select a.state from asns a where ${inAccount(tenant, 'a')} and a.purchase_order_id = p.id order by a.id desc limit 1) = 'closed')
        and not exists (select from receipts r where ${inAccount(tenant, 'r')} and r.purchase_order_id = p.id and r.processed_at is null)
        and not exists (select from asns a where ${inAccount(tenant, 'a')} and a.purchase_order_id = p.id and ${isUnread(tenant)})
      returning p.id, p.receipts_counted
    )
    select p.id, p.receipts_counted, exists (select from asns a where ${inAccount(tenant, 'a')} and a.purchase_order_id = p.id
      and ${isCutOff(tenant)}) as cut_off
    from closed p`.execute(tenant.db);
  await awaitReceipts(tenant, ids);
  await recordPurchaseEvents(
    tenant,
    rows.map((closed) => ({ purchaseOrderId: closed.id, kind: 'closed', sentence: whyClosed(closed) })),
  );
}

type Closed = Columns<'purchase_orders', 'id' | 'receipts_counted'> & { cut_off: boolean };

function whyClosed({ receipts_counted, cut_off }: Closed): PurchaseEventSentence {
  const came = receipts_counted > 0;
  if (cut_off) return { code: 'closed_out_cut_off', came };
  return { code: came ? 'closed_out' : 'closed_out_empty' };
}

/** Marks which announcements are looked at again once the receipts are read, and has those read now. */
async function awaitReceipts(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Columns<'asns', 'connection_id' | 'awaits_receipts'>>`
    update asns a set awaits_receipts = is_unread from (
      select a.id, (${isUnread(tenant)} or ${isCutOff(tenant)}) and p.closed_at is null and p.cancelled_at is null
        and p.deleted_at is null as is_unread
      from asns a join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
      where ${inAccount(tenant, 'a')} and a.purchase_order_id = any(${ids}::bigint[])) as now
    where ${inAccount(tenant, 'a')} and a.id = now.id and a.awaits_receipts <> now.is_unread
    returning a.connection_id, a.awaits_receipts`.execute(tenant.db);
  const unread = rows.flatMap(({ connection_id, awaits_receipts }) => (awaits_receipts ? [connection_id] : []));
  for (const connectionId of new Set(unread)) await readOn(tenant, connectionId, 'receipts');
}

/** The receipts of a warehouse have been read to their end: what waited for that is looked at again. */
export async function recheckAwaiting(tenant: Tenant, connectionId: number): Promise<void> {
  const { rows } = await sql<Columns<'asns', 'purchase_order_id'>>`
    select a.purchase_order_id from asns a
    where ${inAccount(tenant, 'a')} and a.connection_id = ${connectionId} and a.awaits_receipts
      and not ${isUnread(tenant)}`.execute(tenant.db);
  await enqueuePurchaseCheck(tenant, rows.map(orderIdOf));
}
