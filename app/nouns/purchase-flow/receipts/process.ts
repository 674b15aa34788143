import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { queueEffects } from '../../../shared/outbox/queue.ts';
import { advanceRun, finishRun, startRun } from '../../../shared/runs/commands.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { checkPurchaseOrders } from '../checking/check.ts';
import { recordForAll } from '../history.ts';
import { lockFor } from '../lock.ts';
import { whatItStandsFor } from '../references.ts';
import { bookable } from './bookable.ts';
import { quantitiesIn } from './quantities.ts';
import { recordBooked, refuseDisconnected } from './record-outcome.ts';

export type Processing = { runId: number; receipts: number; left: number };

/**
 * Books the receipts that can be booked, together and once: to the source, or here where there is none. While they are on their
 * way another click joins them. A source that is disconnected books nothing: the run says so at once. Returns the run that tells of it, how
 * many are booked and how many wait for a person.
 * @throws Refusal 404; 409 where there is nothing to process
 */
export async function processReceipts(tenant: Tenant, id: number): Promise<Processing> {
  const order = await lockFor(tenant, id, 'receive');
  const running = await underWay(tenant, id);
  if (running) return running;
  const { ids, left } = await bookable(tenant, id);
  if (ids.length === 0) throw refuse(409, 'nothing_to_process', left > 0 ? needsPerson(left) : 'Every receipt is processed already.');
  const subject = { code: 'one', name: order.po_number, action: 'process-receipts' } as const;
  const runId = await startRun(tenant, { kind: 'action', subject, total: ids.length });
  const { rows } = await sql<Columns<'bookings', 'id'>>`
    insert into bookings (account_id, purchase_order_id, connection_id, run_id, requested_by, key)
    select p.account_id, p.id, p.connection_id, ${runId}::bigint, ${tenant.userId}::bigint, 'CD-B' || reference_hash(${whatItStandsFor} || (
      select string_agg(reference_part(w.reference_key) || reference_part(r.remote_id), '' order by w.reference_key collate "C",
        r.remote_id collate "C")
      from receipts r join connections w on ${inAccount(tenant, 'w')} and w.id = r.connection_id where ${inAccount(tenant, 'r')}
        and r.id = any(${ids}::bigint[])))
    from purchase_orders p left join connections source on ${inAccount(tenant, 'source')} and source.id = p.connection_id
    where ${inAccount(tenant, 'p')} and p.id = ${id} returning id`.execute(tenant.db);
  const [booking] = rows as [Columns<'bookings', 'id'>];
  await sql`update receipts set booking_id = ${booking.id} where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  // From now on it says the same however often it is sent.
  await sql`update bookings set quantities = ${quantitiesIn(tenant, 'bookings')}
    where ${inAccount(tenant)} and id = ${booking.id}`.execute(tenant.db);
  const record = { id, name: order.po_number };
  await writeAudit(tenant, { verb: 'processed', noun: 'purchase order', record, to: { receipts: ids.length } });
  await recordForAll(tenant, [id], 'process', { code: 'processing', receipts: ids.length });
  const begun = { runId, receipts: ids.length, left };
  if (order.connection_id === null) await bookHere(tenant, id, booking.id, begun);
  else if (!(await refuseDisconnected(tenant, [id]))) await queueBooking(tenant, booking.id);
  return begun;
}

const needsPerson = (left: number) => `${countedWords(left, 'receipt waits', 'receipts wait')} for a decision first.`;

async function underWay(tenant: Tenant, id: number): Promise<Processing | null> {
  const { rows } = await sql<Columns<'bookings', 'run_id'> & { receipts: number }>`
    select b.run_id, (select count(*)::int from receipts r where ${inAccount(tenant, 'r')} and r.booking_id = b.id) as receipts
    from bookings b where ${inAccount(tenant, 'b')} and b.purchase_order_id = ${id} and b.state = 'waiting'`.execute(tenant.db);
  const [booking] = rows;
  return booking ? { runId: booking.run_id ?? 0, receipts: booking.receipts, left: 0 } : null;
}

/** Made by hand: there is nobody to tell. */
async function bookHere(tenant: Tenant, id: number, bookingId: number, { runId, receipts }: Processing): Promise<void> {
  await recordBooked(tenant, bookingId, null);
  await advanceRun(tenant, runId, { done: receipts });
  await finishRun(tenant, runId, 'done', { code: 'receipts_processed' });
  await checkPurchaseOrders(tenant, [id]);
}

async function queueBooking(tenant: Tenant, bookingId: number): Promise<void> {
  await queueEffects(tenant, {
    kind: 'book',
    connectionId: sql`b.connection_id`,
    key: sql`b.id::text`,
    bookingId: sql`b.id`,
    userId: tenant.userId,
    from: sql`bookings b where ${inAccount(tenant, 'b')} and b.id = ${bookingId}`,
  });
}
