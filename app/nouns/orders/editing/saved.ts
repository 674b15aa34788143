import type { z } from 'zod';
import { inAccount } from '../../../../platform/in-account.ts';
import { unlessRepeated } from '../../../../platform/repeated.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { LineItem, saved } from '../../order-flow/contract/editing.ts';
import { readLines } from '../../order-flow/lines/lines.ts';
import type { OrderStatus } from '../../order-flow/order.ts';
import { type OrderEdit, saveOrder } from './save.ts';

type Saving = {
  who: string;
  requestId?: string | undefined /** Returns the run by which it is undone. */;
  record: (group: number) => Promise<number>;
};

/**
 * Saves an edit, and records it. Returns the order's new state with the name of the person. What adds goods is saved once: the same request
 * again, within a minute and while the lines are as it left them, or under the same id, changes nothing.
 */
export async function savedBy(tenant: Tenant, edit: OrderEdit, { who, requestId, record }: Saving): Promise<z.infer<typeof saved>> {
  const save = async () => {
    const { changed, group } = await saveOrder(tenant, edit);
    const runId = group === null ? null : await record(group);
    return { changed, runId, lines: await linesAre(tenant, edit.id) };
  };
  const request = {
    ...{ name: 'save order', body: [edit, requestId] },
    isAsLeft: async ({ lines }: { lines: string }) => requestId !== undefined || lines === (await linesAre(tenant, edit.id)),
  };
  const { changed, runId } = edit.lineItems?.some(adds) ? await unlessRepeated(tenant, request, save) : await save();
  const order = await tenant.db
    .selectFrom('orders')
    .select(['revision', 'order_status'])
    .where(inAccount(tenant))
    .where('id', '=', edit.id)
    .executeTakeFirstOrThrow();
  return {
    success: true,
    updatedBy: who,
    changed,
    runId,
    revision: order.revision,
    order_status: order.order_status as OrderStatus,
    lineItems: await readLines(tenant, edit.id),
  };
}

const adds = ({ id, isNewItem }: LineItem) => id == null || isNewItem === true;

const linesAre = async (tenant: Tenant, orderId: number) =>
  (await readLines(tenant, orderId)).map(({ id, quantity }) => `${id}:${quantity}`).join(' ');
