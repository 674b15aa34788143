import { sql } from 'kysely';
import type { Failure } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { freedReference } from '../../../nouns/order-flow/release/adopting/references.ts';
import { recordWithdrawn } from '../../../nouns/purchase-flow/asn/record.ts';
import { recordForAll } from '../../../nouns/purchase-flow/history.ts';
import { recordSourceRefused } from '../../../nouns/purchase-flow/receipts/record-outcome.ts';
import { settlePurchaseOrders } from '../../../nouns/purchase-flow/settle.ts';
import type { Connection } from '../../../shared/connections/calls/session.ts';
import { openIssues } from '../../../shared/issues/commands.ts';
import type { Effect } from '../../../shared/outbox/claim.ts';

/**
 * Ends an effect of a purchase order that the other side refused, or that was tried too often: it gets an issue with the reason. What
 * was refused is not done; what was tried too often may be, so it keeps its key and is looked for when it is tried again.
 */
export async function recordPurchaseRefusal(tenant: Tenant, connection: Connection, effect: Effect, failure: Failure): Promise<void> {
  const refused = failure.kind !== 'retry';
  const id =
    effect.booking_id === null
      ? await announcementRefused(tenant, effect, failure)
      : refused
        ? await recordSourceRefused(tenant, effect.booking_id, failure.reason)
        : await orderOfBooking(tenant, effect.booking_id);
  if (id === undefined) return;
  await openIssues(tenant, [
    { purchaseOrderId: id, connectionId: connection.id, subject: effect.kind, ...issueOf(connection, effect, failure) },
  ]);
  await settlePurchaseOrders(tenant, [id]);
}

/**
 * Nobody needs to be told where it was to be withdrawn anyway: then the warehouse does not expect it, as was wanted. Nor that it changed
 * nothing of what it had cancelled or closed by then.
 */
async function announcementRefused(tenant: Tenant, effect: Effect, failure: Failure): Promise<number | undefined> {
  const { kind, reason } = failure;
  const ends = kind !== 'retry' && effect.kind === 'announce';
  // Under a reference that the warehouse has something else under it would be refused again.
  const frees = ends && !(kind === 'rejected' && failure.code === 'duplicate');
  const { rows } = await sql<Columns<'asns', 'purchase_order_id' | 'withdrawn_at' | 'state'>>`
    update asns set state = case when ${ends} and state = 'waiting' then 'rejected' else state end,
      reference = case when ${frees} and state = 'waiting' then ${freedReference('asns')} else reference end
    where ${inAccount(tenant)} and id = ${effect.asn_id} returning purchase_order_id, withdrawn_at, state`.execute(tenant.db);
  const [asn] = rows;
  if (ends && asn?.withdrawn_at && effect.asn_id !== null) {
    await recordWithdrawn(tenant, effect.asn_id, 'cancelled');
    return undefined;
  }
  if (effect.kind !== 'announce' && (asn?.state === 'cancelled' || asn?.state === 'closed')) return undefined;
  const id = asn?.purchase_order_id;
  if (id !== undefined) await recordForAll(tenant, [id], 'rejected', { code: 'refused_by_warehouse', task: effect.kind, reason });
  return id;
}

async function orderOfBooking(tenant: Tenant, bookingId: number): Promise<number | undefined> {
  const { rows } = await sql<Columns<'bookings', 'purchase_order_id'>>`
    select purchase_order_id from bookings where ${inAccount(tenant)} and id = ${bookingId}`.execute(tenant.db);
  return rows[0]?.purchase_order_id;
}

function issueOf({ name: connection }: Connection, { kind, attempts }: Effect, { kind: failed, reason }: Failure) {
  if (failed === 'retry')
    return { type: 'retries_exhausted', sentence: { code: 'no_success', connection, task: kind, attempts, reason } } as const;
  if (kind === 'book') return { type: 'rejected_by_source', sentence: { code: 'booking_refused', connection, reason } } as const;
  return { type: 'rejected_by_warehouse', sentence: { code: 'warehouse_refused', connection, task: kind, reason } } as const;
}
