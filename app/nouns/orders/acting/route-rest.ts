import { existing } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordChange } from '../../../base/changes/record.ts';
import type { RestRoute } from '../../order-flow/contract/orders.ts';
import { editedOrder } from '../editing/edit-noun.ts';
import { changesOf, writeFields } from '../editing/save.ts';
import { requireUsable } from '../editing/usable.ts';

/**
 * Sets from which building what has not left of an order goes, and by which method, as a person chose with the decision that it goes. The
 * caller's decision refuses where there is none to take, and takes this back. Returns whether they are others than before. @throws Invalid
 */
export async function routeRest(tenant: Tenant, id: number, route: RestRoute): Promise<boolean> {
  if (route.warehouse_code === undefined && route.shipping_code === undefined) return false;
  const found = tenant.db.selectFrom('orders').selectAll().where(inAccount(tenant)).where('id', '=', id).forNoKeyUpdate();
  const order = existing(await found.executeTakeFirst(), 'This order does not exist.');
  const fields = changesOf(order, route);
  const changed = Object.keys(fields);
  if (changed.length === 0) return false;
  await requireUsable(tenant, fields, 'set');
  await writeFields(tenant, order, fields, changed);
  const side = (name: 'from' | 'to') => Object.fromEntries(Object.entries(fields).map(([field, change]) => [field, change[name]]));
  await recordChange(tenant, editedOrder, { record: { id, name: order.order_number }, was: side('from'), is: side('to') });
  return true;
}
