import type { Selectable } from 'kysely';
import type { Orders } from '../../../db/tables.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { isEditable, whereItIs } from '../order.ts';
import { withdrawUnsent } from './withdraw.ts';

/** Withdraws an order from the outbox and locks its row until the transaction ends, so that a person can edit it. */
export async function lockForEditing(tenant: Tenant, id: number): Promise<Selectable<Orders>> {
  await withdrawUnsent(tenant, [id]);
  const order = await tenant.db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw refuse(404, 'not_found', 'This order does not exist.');
  if (order.warehouse_order_id !== null && order.in_amware === 0)
    throw refuse(409, 'being_sent', 'This order is being sent to the warehouse at this moment. Try again in a few seconds.');
  if (!isEditable(order)) throw refuse(409, 'not_editable', `This order ${whereItIs(order)} and can no longer be edited.`);
  return order;
}
