import { type Selectable, sql } from 'kysely';
import type { Orders } from '../../../../db/tables.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { existing, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { writeDateTime } from '../../../ui/time/write-time.ts';
import { isEditable, whereItIs } from '../order.ts';
import { withdrawUnsent } from './withdraw.ts';

/** Withdraws an order from the outbox and locks its row until the transaction ends, so that a person can edit it. */
export async function lockForEditing(tenant: Tenant, id: number, toBe: 'edited' | 'split' = 'edited'): Promise<Selectable<Orders>> {
  await withdrawUnsent(tenant, [id]);
  const { rows } = await sql<Selectable<Orders>>`
    select * from orders where ${inAccount(tenant)} and id = ${id} and deleted_at is null for update`.execute(tenant.db);
  const order = existing(rows[0], 'This order does not exist.');
  if (order.warehouse_order_id !== null && order.in_amware === 0)
    throw refuse(409, 'being_sent', 'This order is being sent to the warehouse at this moment. Try again in a few seconds.');
  if (!isEditable(order)) throw refuse(409, 'not_editable', `This order ${whereItIs(order)} and can no longer be ${toBe}.`);
  if (order.locked) await refuseOthers(tenant, id);
  return order;
}

/** Those of these orders that somebody else locked, each with that person's name. */
export async function lockedByOthers(tenant: Tenant, orderIds: readonly number[]): Promise<Map<number, string | null>> {
  const { rows } = await sql<Columns<'orders', 'id'> & { who: Column<'users', 'name'> | null }>`
    select o.id, u.name as who
    from orders o cross join lateral (
      select e.user_id from order_events e
      where ${inAccount(tenant, 'e')} and e.order_id = o.id and e.kind = 'locked' order by e.id desc limit 1
    ) as lock left join users u on u.id = lock.user_id
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and o.locked
      and lock.user_id is distinct from ${tenant.userId}`.execute(tenant.db);
  return new Map(rows.map(({ id, who }) => [id, who]));
}

/** Who locked an order keeps it for themselves, until somebody who may edit unlocks it. @throws Refusal 409 */
async function refuseOthers(tenant: Tenant, orderId: number): Promise<void> {
  const { rows } = await sql<
    Columns<'order_events', 'at' | 'user_id'> & Columns<'accounts', 'timezone' | 'date_style'> & { who: Column<'users', 'name'> | null }
  >`
    select e.at, e.user_id, u.name as who, a.timezone, a.date_style
    from order_events e join accounts a on a.id = e.account_id left join users u on u.id = e.user_id
    where ${inAccount(tenant, 'e')} and e.order_id = ${orderId} and e.kind = 'locked' order by e.id desc limit 1`.execute(tenant.db);
  const [lock] = rows;
  if (!lock || lock.user_id === tenant.userId) return;
  const at = writeDateTime(lock.at, { timezone: lock.timezone, dateStyle: lock.date_style });
  throw refuse(409, 'locked', `${lock.who ?? 'Somebody'} locked this order on ${at}. Unlock it before you change it.`);
}
