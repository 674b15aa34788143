import type { FastifyInstance } from 'fastify';
import { href } from 'react-router';
import { z } from 'zod';
import { text } from '../../../../platform/endpoint.ts';
import { invalid } from '../../../../platform/http/refusal.ts';
import { allows } from '../../../people/keys/scopes.ts';
import { remedyFor, remedyLabel } from '../../../shared/issues/issue.ts';
import { reads, readV1 } from '../call.ts';
import { requireAsSeen } from '../writing/etag.ts';
import { requireRelease } from '../writing/releasing.ts';
import { doneReply, writes, writeV1 } from '../writing/write.ts';
import { acceptAddressApi, addresses, addressesFor } from './address.ts';
import { waitingFor } from './cause.ts';
import { decide, findDecision, offeredFor } from './deciding.ts';
import { decisionActions, routing } from './decisions.ts';
import { likelyFor, linkApi } from './link.ts';
import { choicesFor, mapApi } from './map.ts';
import { type OpenIssue, readIssue, readShown } from './read.ts';
import { routes, routesFor } from './routes.ts';

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
    routes: routes.meta({ description: 'What `set` of `send-anew` and `send-second` may name; empty where neither is offered' }),
    ...addresses,
    page: z.string().nullable(),
  }),
});

const route = z.strictObject({
  warehouse_code: text(500).min(1).optional().meta({ description: 'The building of the warehouse that it leaves from' }),
  shipping_code: text(500).min(1).optional().meta({ description: 'The method of the warehouse by which it goes' }),
});

const decideCall = writes('POST /v1/issues/:id/decision', {
  summary: 'Decide about an open issue of an order or a purchase order. What may leave by it takes the scope `release_orders` too',
  scope: 'write_issues',
  body: z.strictObject({
    action: z.enum(decisionActions),
    seen: text(40).optional().meta({
      description:
        'For a decision about a new address: `new_address.seen` of its remedies. For any other: `seen` of the issue, where it has one. Refused with 409 where the issue or the goods are others by now',
    }),
    set: route.optional().meta({
      description:
        'For `send-anew` and `send-second`: how what has not left goes, where the warehouse does not have the building or the method of the order. Its remedies’ `routes` name what the warehouse has',
    }),
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
    const offered = await offeredFor(tenant, issue);
    const decisions = offered.map(({ action, text, sendsGoods }) => ({ action, text, sends_goods: sendsGoods }));
    const products = allows(session.key?.scopes ?? [], 'read_products') ? await likelyFor(tenant, issue) : [];
    const waiting = await waitingFor(tenant, issue);
    const choices = await choicesFor(tenant, issue);
    const routes = await routesFor(tenant, offered);
    const addresses = await addressesFor(tenant, issue, session);
    return { remedy, label: remedyLabel[remedy], decisions, waiting, products, choices, routes, ...addresses, page: pageOf(issue) };
  });
  writeV1(app, decideCall, async (tenant, { request, session, params: { id }, body: { action, seen, set } }) => {
    const { issue, decision } = await findDecision(tenant, id, action, async () => {
      if (request.headers['if-match'] !== undefined) requireAsSeen(request.headers['if-match'], await readShown(tenant, id, session));
    });
    if (remedyFor(issue) === 'decide_address' && seen === undefined) throw invalid({ seen: ['Say which new address was seen.'] });
    if (set !== undefined && !routing.has(action)) throw invalid({ set: ['Only `send-anew` and `send-second` take it.'] });
    if (decision.sendsGoods) requireRelease(session, 'Goods may leave by this decision.');
    const { message, runId } = await decide(tenant, issue, action, { timezone: session.timezone, seen, set });
    return { id, message, run_id: runId };
  });
}

export function pageOf({ order_id, purchase_order_id }: OpenIssue): string | null {
  if (order_id !== null) return href('/orders/:id', { id: String(order_id) });
  return purchase_order_id === null ? null : href('/purchase-orders/:id', { id: String(purchase_order_id) });
}
