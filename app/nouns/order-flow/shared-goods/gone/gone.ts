import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { queueListingsAnew } from '../../../stock-out/queue.ts';
import { isSold } from '../../conditions.ts';
import { recordEvents } from '../../history.ts';
import { lockOrders } from '../../lock-orders.ts';
import { openOrderIssues } from '../../order-issues.ts';
import { withdrawUnsent } from '../../release/withdraw.ts';
import { settleOrders } from '../../settle.ts';
import { endOrders } from '../end-orders.ts';
import type { Channel } from '../related-order.ts';
import { recheck } from '../reread.ts';
import { isDecidedByHand } from '../shared-sql.ts';

type Gone = Columns<'orders', 'warehouse_order_id' | 'cancelled_at' | 'confirmed_at'> & {
  was_gone: boolean;
  merged: boolean;
  /** The order that it was merged into goes by what a person decided or edited, who may have counted on this one. */
  counted_on: boolean;
};

/**
 * Records that the channel no longer has an order: it ends, or, when the warehouse has it already, a person is told. One that was on its
 * way when it was merged into another, and did not come to the warehouse after all, waits for a person where somebody may have taken its
 * goods out of that other one. `movesStock`: the channel may have put back what it sold.
 */
export async function recordGone(
  tenant: Tenant,
  { label, connectionId, movesStock = false }: Channel & { movesStock?: boolean },
  orderId: number,
): Promise<void> {
  const before = await readBefore(tenant, orderId);
  if (movesStock && !before.was_gone) await queueListingsAnew(tenant, connectionId, await skusOf(tenant, orderId));
  if (before.counted_on) await letWait(tenant, orderId);
  const ended = before.counted_on ? null : await endOrders(tenant, [orderId], before.merged ? 'merged' : 'gone');
  if (ended?.has(orderId)) {
    await recordEvents(tenant, [{ orderId, kind: 'cancelled', sentence: { code: 'gone_at_channel', channel: label } }]);
    await closeIssues(tenant, { orderIds: [orderId] });
    await settleOrders(tenant, [orderId]);
  } else if (!before.was_gone && before.warehouse_order_id !== null && before.cancelled_at === null && before.confirmed_at === null) {
    const sentence = { code: 'order_gone', channel: label } as const;
    await openOrderIssues(tenant, [{ orderId, connectionId, type: 'changed_after_release', subject: 'gone', blocking: false, sentence }]);
  }
}

/** The check has it wait until a person says that it goes too, or that its goods are those of the other order. */
async function letWait(tenant: Tenant, orderId: number): Promise<void> {
  await withdrawUnsent(tenant, [orderId]);
  await sql`
    update orders set gone_at = (select coalesce(gone_at, now())), must_reread = false, reread_refused = null
    where ${inAccount(tenant)} and id = ${orderId}`.execute(tenant.db);
  await recheck(tenant, [orderId]);
}

/** What the channel sold in it. */
async function skusOf(tenant: Tenant, orderId: number): Promise<string[]> {
  const { rows } = await sql<Columns<'order_lines', 'sku'>>`
    select distinct l.sku from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = ${orderId} and ${isSold}`.execute(tenant.db);
  return rows.map(({ sku }) => sku);
}

/** Locks it first, on its own: whoever stores its merge in the meantime is waited for, and that merge is seen. */
async function readBefore(tenant: Tenant, orderId: number): Promise<Gone> {
  await lockOrders(tenant, [orderId]);
  const { rows } = await sql<Gone>`
    select o.warehouse_order_id, o.cancelled_at, o.confirmed_at, o.gone_at is not null as was_gone, m.into_id is not null as merged,
      coalesce(${isDecidedByHand}, false) as counted_on
    from orders o
    left join order_merges m on ${inAccount(tenant, 'm')} and m.connection_id = o.connection_id and m.remote_id = o.remote_id
    left join orders taker on ${inAccount(tenant, 'taker')} and taker.id = m.into_id
    where ${inAccount(tenant, 'o')} and o.id = ${orderId}`.execute(tenant.db);
  return rows[0] as Gone;
}
