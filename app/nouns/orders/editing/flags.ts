import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { existing } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { flagUndo, recordFlag } from '../../../base/changes/flags.ts';
import { checkOrders } from '../../order-flow/checking/check.ts';
import { recordEvents } from '../../order-flow/history.ts';
import { lockToTakeBack } from '../../order-flow/lock-orders.ts';
import { enqueueReread } from '../../order-flow/recheck.ts';
import { withdrawUnsent } from '../../order-flow/release/withdraw.ts';
import { settleOrders } from '../../order-flow/settle.ts';

/**
 * Toggles the lock, or sets it as `wanted`: two people who press Lock at once must not unlock. A locked order is neither released nor
 * overwritten by sync; changes at the channel are read when it is unlocked. `isTurned` is false where it was as wanted before.
 */
export async function toggleLock(tenant: Tenant, id: number, wanted?: boolean): Promise<Toggled> {
  if (wanted !== undefined) {
    await lockToTakeBack(tenant, [id]);
    if ((await isLocked(tenant, id)) === wanted) return { locked: wanted, isTurned: false, group: null };
  }
  const { order_number: name, locked } = await turnLock(tenant, id, wanted);
  const group = await recordFlag(tenant, { noun: 'order', field: 'locked', is: locked }, [{ id, name }]);
  return { locked, isTurned: true, group };
}

/** `group`: of changes, by which it is undone. */
type Toggled = { locked: boolean; isTurned: boolean; group: number | null };

/** How a lock of one order is undone: nobody locked or unlocked it since. */
export const lockUndo = flagUndo<string>({
  ...{ noun: 'order', field: 'locked' },
  async lock(tenant, [id = 0]) {
    await lockToTakeBack(tenant, [id]);
    const is = await isLocked(tenant, id);
    return is === undefined ? [] : [{ id, is }];
  },
  turn: (tenant, [id = 0], is) => turnLock(tenant, id, is),
  changedSince: (field, by) =>
    field === ''
      ? 'This order was deleted since.'
      : `${by?.who ?? 'Somebody'} locked or unlocked this order since${by?.on ?? ''}, so this cannot be undone.`,
});

async function turnLock(tenant: Tenant, id: number, wanted?: boolean) {
  await withdrawUnsent(tenant, [id]);
  const { rows } = await sql<Columns<'orders', 'order_number' | 'locked' | 'must_reread'>>`
    update orders set locked = coalesce(${wanted ?? null}, not locked), revision = revision + 1, updated_by = ${tenant.userId}
    where ${inAccount(tenant)} and id = ${id} and deleted_at is null returning order_number, locked, must_reread`.execute(tenant.db);
  const order = existing(rows[0], 'This order does not exist.');
  await recordEvents(tenant, [
    { orderId: id, kind: order.locked ? 'locked' : 'unlocked', sentence: { code: order.locked ? 'locked' : 'unlocked' } },
  ]);
  await settleOrders(tenant, [id]);
  await checkOrders(tenant, [id]);
  if (!order.locked && order.must_reread) await enqueueReread(tenant, [id]);
  return order;
}

async function isLocked(tenant: Tenant, id: number): Promise<boolean | undefined> {
  const { rows } = await sql<Columns<'orders', 'locked'>>`
    select locked from orders where ${inAccount(tenant)} and id = ${id} and deleted_at is null`.execute(tenant.db);
  return rows[0]?.locked;
}
