import type { FastifyInstance } from 'fastify';
import { href } from 'react-router';
import { z } from 'zod';
import { text } from '../../../../platform/endpoint.ts';
import { invalid, refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { OrderAction } from '../../../nouns/order-flow/contract/orders.ts';
import { lockToTakeBack } from '../../../nouns/order-flow/lock-orders.ts';
import { keepingBack } from '../../../nouns/orders/acting/held-back.ts';
import { press } from '../../../nouns/orders/acting/pressed.ts';
import { lockOne } from '../../../nouns/purchase-flow/lock.ts';
import { actOnPurchaseOrder } from '../../../nouns/purchase-orders/act.ts';
import { allows } from '../../../people/keys/scopes.ts';
import { remedyFor, remedyLabel } from '../../../shared/issues/issue.ts';
import { reads, readV1 } from '../call.ts';
import { requireAsSeen } from '../writing/etag.ts';
import { requireRelease } from '../writing/releasing.ts';
import { doneReply, writes, writeV1 } from '../writing/write.ts';
import { acceptAddressApi, addresses, addressesFor } from './address.ts';
import { waitingFor } from './cause.ts';
import { type Decision, decisionActions, decisions, lockingRules } from './decisions.ts';
import { likelyFor, linkApi } from './link.ts';
import { choicesFor, mapApi } from './map.ts';
import { type OpenIssue, readIssue, readShown } from './read.ts';

const listRemediesCall = reads('/v1/issues/:id/remedies', {
  summary: 'What mends an issue: the decisions that can be taken about it here, and the page where a person takes it',
  scope: 'read_issues',
  reply: z.object({
    remedy: z.string(),
    label: z.string(),
    decisions: z
      .array(z.object({ action: z.string(), text: z.string(), sends_goods: z.boolean() }))
      .meta({ description: 'None where a person has to choose something on the page, or where it is closed' }),
    waiting: z.number().meta({ description: 'How many records wait for the same cause' }),
    products: z
      .array(z.object({ id: z.number(), sku: z.string(), name: z.string() }))
      .meta({ description: 'What the SKU of an issue most likely is; none for a key that may not read products' }),
    choices: z
      .array(z.object({ code: z.string(), name: z.string() }))
      .meta({ description: 'What its shipping code or location can be mapped to: methods or warehouses' }),
    ...addresses,
    page: z.string().nullable(),
  }),
});

const decideCall = writes('POST /v1/issues/:id/decision', {
  summary: 'Decide about an open issue of an order or a purchase order. What may leave by it takes the scope `release_orders` too',
  scope: 'write_issues',
  body: z.strictObject({
    action: z.enum(decisionActions as [OrderAction, ...OrderAction[]]),
    seen: text(40).optional().meta({ description: 'For a decision about a new address: `new_address.seen` of its remedies' }),
  }),
  reply: doneReply,
  sendsGoods: true,
  asSeen: true,
});

export function remediesApi(app: FastifyInstance): void {
  linkApi(app);
  mapApi(app);
  acceptAddressApi(app);
  readV1(app, listRemediesCall, async (tenant, { params, session }) => {
    const issue = await readIssue(tenant, params.id);
    const remedy = remedyFor(issue);
    const offered = (await offeredFor(tenant, issue)).map(({ action, text, sendsGoods }) => ({ action, text, sends_goods: sendsGoods }));
    const products = allows(session.key?.scopes ?? [], 'read_products') ? await likelyFor(tenant, issue) : [];
    const waiting = await waitingFor(tenant, issue);
    const choices = await choicesFor(tenant, issue);
    const shown = await addressesFor(tenant, issue, session);
    return { remedy, label: remedyLabel[remedy], decisions: offered, waiting, products, choices, ...shown, page: pageOf(issue) };
  });
  writeV1(app, decideCall, async (tenant, { request, session, params: { id }, body: { action, seen } }) => {
    await lockRecordOf(tenant, await readIssue(tenant, id), action);
    if (request.headers['if-match'] !== undefined) requireAsSeen(request.headers['if-match'], await readShown(tenant, id, session));
    // Somebody may have decided while it was waited for.
    const issue = await readIssue(tenant, id);
    if (issue.closed_at !== null) throw refuse(409, 'decided', 'This issue is closed already.');
    const decision = (await offeredFor(tenant, issue)).find((each) => each.action === action);
    if (!decision) throw invalid({ action: ['This is no decision about this issue. Its remedies name those that there are.'] });
    if (remedyFor(issue) === 'decide_address' && seen === undefined) throw invalid({ seen: ['Say which new address was seen.'] });
    if (decision.sendsGoods) requireRelease(session, 'Goods may leave by this decision.');
    const { message, runId } = await decide(tenant, issue, action, { timezone: session.timezone, seen });
    return { id, message, run_id: runId };
  });
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

function decide(
  tenant: Tenant,
  { order_id, purchase_order_id }: OpenIssue,
  action: OrderAction,
  how: { timezone: string; seen: string | undefined },
) {
  if (order_id !== null) return press(tenant, order_id, action, how);
  return actOnPurchaseOrder(tenant, purchase_order_id ?? 0, 'clear-errors');
}

export function pageOf({ order_id, purchase_order_id }: OpenIssue): string | null {
  if (order_id !== null) return href('/orders/:id', { id: String(order_id) });
  return purchase_order_id === null ? null : href('/purchase-orders/:id', { id: String(purchase_order_id) });
}
