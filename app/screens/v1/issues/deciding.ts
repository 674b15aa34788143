import { invalid, refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { OrderAction, RestRoute } from '../../../nouns/order-flow/contract/orders.ts';
import { lockToTakeBack } from '../../../nouns/order-flow/lock-orders.ts';
import { keepingBack } from '../../../nouns/orders/acting/held-back.ts';
import { press } from '../../../nouns/orders/acting/pressed.ts';
import { lockOne } from '../../../nouns/purchase-flow/lock.ts';
import { actOnPurchaseOrder } from '../../../nouns/purchase-orders/act.ts';
import { remedyFor } from '../../../shared/issues/issue.ts';
import { type Decision, decisions, lockingRules } from './decisions.ts';
import { type OpenIssue, readIssue } from './read.ts';

/**
 * A decision that can be taken about an issue now. What it is about stays as it is until the transaction ends. `onceLocked` looks at it
 * before anything else. @throws Invalid; Refusal 404, 409
 */
export async function findDecision(
  tenant: Tenant,
  id: number,
  action: OrderAction,
  onceLocked?: () => Promise<void>,
): Promise<{ issue: OpenIssue; decision: Decision }> {
  await lockRecordOf(tenant, await readIssue(tenant, id), action);
  await onceLocked?.();
  // Somebody may have decided while it was waited for.
  const issue = await readIssue(tenant, id);
  if (issue.closed_at !== null) throw refuse(409, 'decided', 'This issue is closed already.');
  const decision = (await offeredFor(tenant, issue)).find((each) => each.action === action);
  if (!decision) throw invalid({ action: ['This is no decision about this issue. Its remedies name those that there are.'] });
  return { issue, decision };
}

async function lockRecordOf(tenant: Tenant, { order_id, purchase_order_id }: OpenIssue, action: OrderAction): Promise<void> {
  if (order_id !== null && !lockingRules.has(action)) await lockToTakeBack(tenant, [order_id]);
  if (purchase_order_id !== null) await lockOne(tenant, purchase_order_id);
}

/**
 * Of a purchase order only what its page tries again: nothing leaves by that. What ends an order sends goods where another with the same
 * goods waits because of it.
 */
export async function offeredFor(tenant: Tenant, issue: OpenIssue): Promise<Decision[]> {
  const { order_id, purchase_order_id } = issue;
  if (issue.closed_at !== null) return [];
  const offered = decisions[remedyFor(issue)] ?? [];
  if (order_id === null) return purchase_order_id === null ? [] : tryingAgain(offered);
  if (offered.every(({ sendsGoods }) => sendsGoods)) return [...offered];
  const letsGo = (await keepingBack(tenant, [order_id])).length > 0;
  return offered.map((each) => ({ ...each, sendsGoods: each.sendsGoods || letsGo }));
}

const tryingAgain = (offered: readonly Decision[]) =>
  offered.flatMap((each) => (each.action === 'retry' ? { ...each, sendsGoods: false } : []));

/**
 * Takes a decision. `runId` is null where it cannot be taken back; `ranAs` is what Activity has of it in any case.
 * @throws Invalid; Refusal 404, 409
 */
export async function decide(
  tenant: Tenant,
  { order_id, purchase_order_id, seen }: OpenIssue,
  action: OrderAction,
  how: { timezone: string; seen?: string | undefined; set?: RestRoute | undefined },
): Promise<{ message: string; runId: number | null; ranAs: number }> {
  if (seen !== null && how.seen !== undefined && how.seen !== seen)
    throw refuse(409, 'changed_meanwhile', 'This issue says something else by now. Read it once more.');
  if (order_id === null) return actOnPurchaseOrder(tenant, purchase_order_id ?? 0, 'clear-errors');
  const { message, runId } = await press(tenant, order_id, action, { ...how, seen: how.seen ?? seen ?? undefined });
  return { message, runId, ranAs: runId };
}
