import { sql } from 'kysely';
import type { Reason } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { advanceRun, finishRun } from '../../../shared/runs/commands.ts';
import type { RunSentence } from '../../../shared/runs/words/sentences.ts';
import { checkPurchaseOrders } from '../checking/check.ts';
import { recordForAll } from '../history.ts';
import { freeOfOrder } from './move.ts';
import { recordBooked } from './process.ts';

type Run = Columns<'bookings', 'run_id'> & { receipts: number };

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
