import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordFlag } from '../../../base/changes/flags.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { wordPurchaseRefusal } from '../../../base/purchase-refusals.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';
import { recordForAll } from '../../purchase-flow/history.ts';
import { type LockedPurchaseOrder, lockOne } from '../../purchase-flow/lock.ts';
import { EditRefusal } from './edit-refusal.ts';
import { set } from './flags.ts';

/**
 * Toggles the lock, or sets it as `to`: two people who press Lock at once must not unlock. A locked one is neither announced nor
 * overwritten by sync; what its source changed is read when it is unlocked.
 */
export async function togglePurchaseLock(tenant: Tenant, id: number, to?: boolean): Promise<{ locked: boolean }> {
  const { po_number: name, must_reread, ...order } = await lockOne(tenant, id);
  const locked = to ?? !order.locked;
  if (locked === order.locked) return { locked };
  await set(tenant, [id], sql`locked = ${locked}`);
  await recordForAll(tenant, [id], locked ? 'locked' : 'unlocked', { code: locked ? 'locked' : 'unlocked' });
  await writeAudit(tenant, { verb: locked ? 'locked' : 'unlocked', noun: 'purchase order', record: { id, name }, to: { locked } });
  await recordFlag(tenant, { noun: 'purchase order', field: 'locked', is: locked }, [{ id, name }]);
  await checkPurchaseOrders(tenant, [id]);
  if (!locked && must_reread) await enqueue(tenant, 'purchase-orders:reread', { id });
  return { locked };
}

/** Of these, the ones that another person locked, with a refusal that says who and when. */
export async function lockedByOthers(tenant: Tenant, orders: readonly LockedPurchaseOrder[]): Promise<Map<number, EditRefusal>> {
  const ids = orders.filter(({ locked }) => locked).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LockEvent>`
    select distinct on (e.purchase_order_id) e.purchase_order_id, e.user_id, u.name, a.date_style,
      to_char(e.at at time zone a.timezone, 'YYYY-MM-DD"T"HH24:MI') as wall_time
    from purchase_order_events e join users u on u.id = e.user_id join accounts a on a.id = e.account_id
    where ${inAccount(tenant, 'e')} and e.purchase_order_id = any(${ids}::bigint[]) and e.kind = 'locked'
    order by e.purchase_order_id, e.id desc`.execute(tenant.db);
  const others = rows.filter(({ user_id }) => user_id !== tenant.userId);
  return new Map(others.map((lock) => [lock.purchase_order_id, refusalBy(lock)]));
}

type LockEvent = Columns<'purchase_order_events', 'purchase_order_id' | 'user_id'> &
  Columns<'users', 'name'> &
  Columns<'accounts', 'date_style'> & { wall_time: string };

function refusalBy({ name, wall_time, date_style }: LockEvent): EditRefusal {
  const sentence = { code: 'locked_by', by: name, at: wall_time } as const;
  return new EditRefusal(sentence, refuse(409, 'locked', wordPurchaseRefusal(sentence, date_style)));
}
