import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { queueListingsAnew } from '../../stock-out/queue.ts';
import { isSold } from '../conditions.ts';
import { recordEvents } from '../history.ts';
import { lockOrders } from '../lock-orders.ts';
import { openOrderIssues } from '../order-issues.ts';
import { settleOrders } from '../settle.ts';
import { endOrders } from './end-orders.ts';
import type { Channel } from './related-order.ts';

type Gone = Columns<'orders', 'warehouse_order_id' | 'cancelled_at' | 'confirmed_at'> & { was_gone: boolean; merged: boolean };

/**
 * Records that the channel no longer has an order: it ends, or, when the warehouse has it already, a person is told. `movesStock`: the
 * channel may have put back what it sold.
 */
export async function recordGone(
  tenant: Tenant,
  { label, connectionId, movesStock = false }: Channel & { movesStock?: boolean },
  orderId: number,
): Promise<void> {
  const before = await readBefore(tenant, orderId);
  if (movesStock && !before.was_gone) await queueListingsAnew(tenant, connectionId, await skusOf(tenant, orderId));
  const ended = await endOrders(tenant, [orderId], before.merged ? 'merged' : 'gone');
  if (ended.has(orderId)) {
    await recordEvents(tenant, [{ orderId, kind: 'cancelled', sentence: { code: 'gone_at_channel', channel: label } }]);
    await closeIssues(tenant, { orderIds: [orderId] });
    await settleOrders(tenant, [orderId]);
  } else if (!before.was_gone && before.warehouse_order_id !== null && before.cancelled_at === null && before.confirmed_at === null) {
    const sentence = { code: 'order_gone', channel: label } as const;
    await openOrderIssues(tenant, [{ orderId, connectionId, type: 'changed_after_release', subject: 'gone', blocking: false, sentence }]);
  }
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
    select warehouse_order_id, cancelled_at, confirmed_at, gone_at is not null as was_gone,
      exists (select from order_merges m where ${inAccount(tenant, 'm')} and m.connection_id = o.connection_id
        and m.remote_id = o.remote_id) as merged
    from orders o where ${inAccount(tenant)} and id = ${orderId}`.execute(tenant.db);
  return rows[0] as Gone;
}
