import { type RawBuilder, sql } from 'kysely';
import type { Reason } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { because } from '../../../base/reasons.ts';
import { closeIssues, openIssues } from '../../../shared/issues/commands.ts';
import { dropBookings } from '../../../shared/outbox/drops.ts';
import { advanceRun, finishRun } from '../../../shared/runs/commands.ts';
import type { RunSentence } from '../../../shared/runs/words/sentences.ts';
import { queueStockOfSkus } from '../../stock-out/queue.ts';
import { checkPurchaseOrders } from '../checking/check.ts';
import { recordForAll } from '../history.ts';
import { lockAlsoDeleted } from '../lock.ts';
import { settlePurchaseOrders } from '../settle.ts';
import { freeOfOrder } from './move.ts';
import { quantitiesIn } from './quantities.ts';

type Run = Columns<'bookings', 'run_id'> & { receipts: number };

/** Its receipts are processed: by the source's own reply, or because there is no source. Returns its purchase order. */
export async function recordBooked(tenant: Tenant, bookingId: number, reference: string | null): Promise<number | undefined> {
  const { rows } = await sql<Columns<'bookings', 'purchase_order_id'>>`
    update bookings set state = 'booked', reference = ${reference}, ended_at = now(),
      quantities = coalesce(quantities, ${quantitiesIn(tenant, 'bookings')})
    where ${inAccount(tenant)} and id = ${bookingId} and state = 'waiting' returning purchase_order_id`.execute(tenant.db);
  const [booking] = rows;
  if (!booking) return undefined;
  const processed = await sql<Columns<'receipts', 'sku'>>`
    update receipts set processed_at = now() where ${inAccount(tenant)} and booking_id = ${bookingId} returning sku`.execute(tenant.db);
  await queueStockOfSkus(
    tenant,
    processed.rows.map(({ sku }) => sku),
  );
  const sentence = reference === null ? ({ code: 'processed_here' } as const) : ({ code: 'booked_by_source', reference } as const);
  await recordForAll(tenant, [booking.purchase_order_id], 'processed', sentence);
  return booking.purchase_order_id;
}

/** The source has booked it: the run that tells of it ends, and the order closes out when nothing more is to come. */
export async function recordSourceBooked(tenant: Tenant, bookingId: number, reference: string | null): Promise<void> {
  const id = await recordBooked(tenant, bookingId, reference);
  if (id === undefined) return;
  await closeIssues(tenant, { purchaseOrderIds: [id], types: ['rejected_by_source', 'retries_exhausted'] });
  await endRun(tenant, bookingId, 'done', { code: 'receipts_processed' });
  await checkPurchaseOrders(tenant, [id]);
}

/** The source refused it: nothing is booked, its receipts are free to be processed again. Returns its purchase order. */
export async function recordSourceRefused(tenant: Tenant, bookingId: number, reason: Reason): Promise<number | undefined> {
  const { rows } = await sql<Columns<'bookings', 'purchase_order_id'>>`
    update bookings set state = 'refused', ended_at = now() where ${inAccount(tenant)} and id = ${bookingId} and state = 'waiting'
    returning purchase_order_id`.execute(tenant.db);
  const id = rows[0]?.purchase_order_id;
  if (id === undefined) return undefined;
  await endRun(tenant, bookingId, 'failed', { code: 'receipts_refused', reason });
  await freeReceipts(tenant, bookingId);
  await checkPurchaseOrders(tenant, [id], { announce: false });
  await recordForAll(tenant, [id], 'rejected', { code: 'refused_by_source', reason });
  return id;
}

/** The bookings `b` of this account that wait for a source `c` which is disconnected, and that nothing is sent of at this moment. */
export const cutOffBookings = (tenant: Tenant): RawBuilder<unknown> => sql`
  bookings b join connections c on ${inAccount(tenant, 'c')} and c.id = b.connection_id and c.disconnected_at is not null
  left join outbox x on ${inAccount(tenant, 'x')} and x.booking_id = b.id
  where ${inAccount(tenant, 'b')} and b.state = 'waiting' and (x.state is distinct from 'sending' or x.lease_until <= now())`;

type CutOff = Columns<'bookings', 'id' | 'connection_id'> & Columns<'connections', 'name'> & { in_doubt: boolean };

/**
 * Ends the bookings of these purchase orders that wait for a source which is disconnected: they would wait without end, and no channel be
 * offered their goods. A person enters them there and marks the receipts as processed. Returns whether there were any.
 */
export async function refuseDisconnected(tenant: Tenant, purchaseOrderIds: number[]): Promise<boolean> {
  await lockAlsoDeleted(tenant, purchaseOrderIds);
  const { rows } = await sql<CutOff>`
    select b.id, b.connection_id, c.name, coalesce(x.maybe_done or x.state = 'sending', false) as in_doubt from ${cutOffBookings(tenant)}
      and b.purchase_order_id = any(${purchaseOrderIds}::bigint[]) order by b.purchase_order_id`.execute(tenant.db);
  await dropBookings(tenant, idsOf(rows));
  for (const { id: bookingId, connection_id: connectionId, name: connection, in_doubt: inDoubt } of rows) {
    const reason = because({ code: inDoubt ? 'sending.source_gone_in_doubt' : 'sending.source_gone' });
    const id = await recordSourceRefused(tenant, bookingId, reason);
    if (id === undefined || connectionId === null) continue;
    const sentence = { code: 'booking_refused', connection, reason } as const;
    await closeIssues(tenant, { purchaseOrderIds: [id], types: ['retries_exhausted'], subjects: ['book'] });
    await openIssues(tenant, [{ purchaseOrderId: id, connectionId, type: 'rejected_by_source', subject: 'book', sentence }]);
    await settlePurchaseOrders(tenant, [id]);
  }
  return rows.length > 0;
}

/** None of it is booked: what the warehouse corrected in the meantime counts as it is now, for the order that it is of now. */
async function freeReceipts(tenant: Tenant, bookingId: number): Promise<void> {
  const { rows } = await sql<Columns<'receipts', 'id'>>`
    with freed as (
      update receipts set booking_id = null, waits_for = case when waits_for = 'changed' then null else waits_for end
      where ${inAccount(tenant)} and booking_id = ${bookingId} returning id, old.waits_for
    ),
    uncounted as (
      delete from receipt_lines l using freed f where ${inAccount(tenant, 'l')} and l.receipt_id = f.id and f.waits_for = 'changed'
    )
    select id from freed where waits_for = 'changed'`.execute(tenant.db);
  if (rows.length > 0) await freeOfOrder(tenant, idsOf(rows));
}

async function endRun(tenant: Tenant, bookingId: number, state: 'done' | 'failed', sentence: RunSentence): Promise<void> {
  const { rows } = await sql<Run>`
    select b.run_id, (select count(*)::int from receipts r where ${inAccount(tenant, 'r')} and r.booking_id = b.id) as receipts
    from bookings b where ${inAccount(tenant, 'b')} and b.id = ${bookingId}`.execute(tenant.db);
  const [run] = rows;
  if (!run?.run_id) return;
  await advanceRun(tenant, run.run_id, state === 'done' ? { done: run.receipts } : { failed: run.receipts });
  await finishRun(tenant, run.run_id, state, sentence);
}
