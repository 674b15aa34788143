import { sql } from 'kysely';
import type { Reason } from '../../../../connectors/contract.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues, reopenIssues } from '../../../shared/issues/commands.ts';
import { type Again, failAfterAll, finishByHand } from '../../../shared/outbox/by-hand.ts';
import { tellAnewOfParcels } from '../../stock-out/bookings/booked-parcels.ts';
import { recordForAll } from '../history.ts';
import { lockOrders } from '../lock-orders.ts';
import { openOrderIssues } from '../order-issues.ts';
import { settleOrders } from '../settle.ts';
import { recordConfirmed } from './record-confirmed.ts';

/**
 * A person told the channel by hand of what it refused to hear of an order, or says that it need not know: that counts as confirmed, and is
 * not told again. @throws Refusal 409
 */
export async function markToldByHand(tenant: Tenant, id: number): Promise<void> {
  await lockOrders(tenant, [id]);
  const finished = await finishByHand(tenant, { orderId: id, kind: 'confirm' });
  const [first] = finished;
  if (!first) throw refuse(409, 'not_allowed', 'The channel has refused no parcel of this order.');
  await closeIssues(tenant, { orderIds: [id], types: ['rejected_by_channel', 'retries_exhausted'], subjects: ['confirm'] });
  const confirmations = finished.map((effect) => ({ ...effect, told: true }));
  await recordConfirmed(tenant, confirmations, { isByHand: true });
  await tellAnewOfParcels(tenant, first.connection_id, [id]);
}

/** The parcel was not told by hand after all: the order waits as before, with what its channel said. @throws Refusal 409 */
export async function takeBackToldByHand(tenant: Tenant, id: number): Promise<void> {
  await lockOrders(tenant, [id]);
  const effects = await failAfterAll(tenant, { orderId: id, kind: 'confirm' });
  const [refused] = effects;
  if (!refused) throw refuse(409, 'not_allowed', 'Of this order nothing counts as told by hand.');
  await sql`
    update shipments set confirmed_at = null where ${inAccount(tenant)} and order_id = ${id}
      and confirmed_at = ${refused.at}::timestamptz`.execute(tenant.db);
  await sql`update orders set confirmed_at = null, revision = revision + 1 where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await recordForAll(tenant, [id], 'decided', { code: 'told_by_hand_undone' });
  await tellAnewOfParcels(tenant, refused.connection_id, [id]);
  if ((await reopenIssues(tenant, { orderId: id, closedAt: refused.at, exceptSubjects: [] })) === 0) await openRefused(tenant, id, refused);
  await settleOrders(tenant, [id]);
}

/** Where the issue of before cannot be opened again, since it is open for another parcel by now. */
const openRefused = (tenant: Tenant, orderId: number, { connection_id: connectionId, connection, last_failure }: Again) =>
  openOrderIssues(tenant, [
    {
      ...{ orderId, connectionId, type: 'rejected_by_channel', subject: 'confirm', blocking: true },
      sentence: { code: 'channel_refused', connection, task: 'confirm', reason: last_failure as Reason },
    },
  ]);
