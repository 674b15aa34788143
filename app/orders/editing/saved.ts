import type { z } from 'zod';
import type { Tenant } from '../../../platform/tenant.ts';
import { readLines } from '../lines.ts';
import type { OrderStatus } from '../order.ts';
import type { saved } from './contract.ts';
import { type OrderEdit, saveOrder } from './save.ts';

/** Saves an edit. Returns the order's new state with the name of the person. */
export async function savedBy(tenant: Tenant, who: string, edit: OrderEdit): Promise<z.infer<typeof saved>> {
  const { changed } = await saveOrder(tenant, edit);
  const order = await tenant.db
    .selectFrom('orders')
    .select(['revision', 'order_status'])
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', edit.id)
    .executeTakeFirstOrThrow();
  return {
    success: true,
    updatedBy: who,
    changed,
    revision: order.revision,
    order_status: order.order_status as OrderStatus,
    lineItems: await readLines(tenant, edit.id),
  };
}
