import { invalid } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { dayAt } from '../../../ui/time/day.ts';
import type { OrderAction, RestRoute } from '../../order-flow/contract/orders.ts';
import type { OrderStatus } from '../../order-flow/order.ts';
import type { HoldTerms } from '../../order-flow/values/hold-terms.ts';
import { actOnOrder } from '../actions.ts';
import { toggleLock } from '../editing/flags.ts';
import type { OrderEdit } from '../editing/save.ts';
import { savedBy } from '../editing/saved.ts';
import { recordOrderAction } from './single-actions.ts';

type Pressed = { message: string; order_status: OrderStatus; runId: number };

/**
 * What a button of an order's page does, with what Activity and the audit have of it. `seen`: the new address or issue that it is about;
 * `set`: for send-anew and send-second, how that goes.
 * @throws Invalid; Refusal 404, 409
 */
export async function press(
  tenant: Tenant,
  id: number,
  action: OrderAction,
  { timezone, seen, set, ...terms }: HoldTerms & { timezone: string; seen?: string | undefined; set?: RestRoute | undefined },
): Promise<Pressed> {
  const { group, message, order_status, left } = await actOnOrder(tenant, id, action, {
    ...termsOf(action, terms, timezone),
    ...(seen !== undefined && { seen }),
    ...(set !== undefined && { set }),
  });
  const { runId } = await recordOrderAction(tenant, id, action, group, left);
  return { message, order_status, runId };
}

/** Locks or unlocks an order, or turns its lock; `runId` is null where it was so. @throws Refusal 404 */
export async function pressLock(tenant: Tenant, id: number, wanted?: boolean): Promise<{ locked: boolean; runId: number | null }> {
  const { locked, isTurned, group } = await toggleLock(tenant, id, wanted);
  if (!isTurned) return { locked, runId: null };
  return { locked, runId: (await recordOrderAction(tenant, id, locked ? 'lock' : 'unlock', group)).runId };
}

/** Saves an edit of an order. @throws Refusal 404, 409; Invalid */
export const pressSave = (tenant: Tenant, who: string, edit: OrderEdit, requestId?: string): ReturnType<typeof savedBy> =>
  savedBy(tenant, edit, { who, requestId, record: async (group) => (await recordOrderAction(tenant, edit.id, 'edit', group)).runId });

/** The terms of a hold; nothing else has any. @throws Invalid */
export function termsOf(action: string, terms: HoldTerms, timezone: string): HoldTerms | undefined {
  if (action !== 'hold' && (terms.reason || terms.until))
    throw invalid({ reason: ['Only a hold has a reason and a day on which it ends.'] });
  if (terms.until && terms.until <= dayAt(Date.now(), timezone)) throw invalid({ until: ['Choose a day after today.'] });
  return action === 'hold' ? terms : undefined;
}
