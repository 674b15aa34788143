import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Filter, listRoute, recordRoutes } from '../kit/resource.ts';
import type { KeptOrder, Meta } from './order.ts';
import { renderFulfillment, renderNote, renderOrder, renderRefund } from './order-wire.ts';
import { invalidParam, noRoute, refusalsOf, refuse, type ShopAccount, type ShopOf, wpList } from './replies.ts';

type ById = { Params: { id: string } };
const refusals = refusalsOf('shop_order');

/** `any` is every status but the trash, and whatever stands beside it is not heeded. */
const status: Filter<KeptOrder> = (value) => {
  const words = value.split(',');
  return (order) => (words.includes('any') ? order.status !== 'trash' : words.includes(order.status));
};

export function orderRoutes(app: FastifyInstance, shopOf: ShopOf) {
  const list = wpList<KeptOrder>();
  listRoute(app, shopOf, refusals, {
    ...{ ...list, path: '/orders', operation: 'list_orders', render: renderOrder, filters: { ...list.filters, status } },
    of: ({ orders }, { query }) => orders.all().filter((order) => 'status' in (query as object) || order.status !== 'trash'),
  });
  const route = recordRoutes<ShopAccount, KeptOrder>(app, shopOf, refusals, (shop, id) => shop.orders.get(id));
  route('GET', '/orders/:id', 'get_order', renderOrder);
  const changes = z.object({ status: z.string().min(1).optional(), customer_note: z.string().optional() });
  app.put<ById>('/orders/:id', { config: { operation: 'complete_order' } }, (request, reply) => {
    const shop = shopOf(request);
    const order = shop.orders.get(request.params.id);
    const body = changes.safeParse(request.body);
    if (!order) return refusals.unknownUpdate(reply);
    if (!body.success) return invalidParam(reply, 'status');
    const { status, customer_note } = body.data;
    shop.change(order, { ...(status && { status }), ...(customer_note !== undefined && { customer_note }) });
    return renderOrder(order);
  });
  belowOrder(app, shopOf);
}

type Below = (order: KeptOrder, shop: ShopAccount, body: unknown, reply: FastifyReply) => unknown;

/** What belongs to one order: its refunds, the notes to its buyer, and its parcels. */
function belowOrder(app: FastifyInstance, shopOf: ShopOf) {
  const route = (method: 'GET' | 'POST', path: string, operation: string, handle: Below) =>
    app.route<ById>({
      ...{ method, url: `/orders/:id/${path}`, config: { operation } },
      handler: (request, reply) => {
        const shop = shopOf(request);
        if (path === 'fulfillments' && !shop.site.hasFulfillments) return reply.code(404).send(noRoute.body);
        const order = shop.orders.get(request.params.id);
        if (!order) return refuse(reply, 404, 'woocommerce_rest_order_invalid_id', 'Invalid order ID.');
        return handle(order, shop, request.body, reply);
      },
    });
  route('GET', 'refunds', 'list_refunds', (order) => order.refunds.map((each) => renderRefund(each, order)));
  route('GET', 'notes', 'list_notes', ({ notes }) => notes.toReversed().map(renderNote));
  route('POST', 'notes', 'create_note', addNote);
  route('GET', 'fulfillments', 'list_fulfillments', (order) => order.fulfillments.map((each) => renderFulfillment(each, order)));
  route('POST', 'fulfillments', 'create_fulfillment', addFulfillment);
}

const noteBody = z.object({ note: z.string().min(1), customer_note: z.boolean().default(false) });

const addNote: Below = (order, shop, sent, reply) => {
  const body = noteBody.safeParse(sent);
  if (!body.success) return invalidParam(reply, 'note');
  const note = { ...body.data, id: shop.nextId(), at: shop.now() };
  shop.orders.patch(order, { notes: [...order.notes, note] });
  return reply.code(201).send(renderNote(note));
};

const fulfillmentBody = z.object({
  ...{ status: z.enum(['fulfilled', 'unfulfilled']).default('unfulfilled'), is_fulfilled: z.boolean().default(false) },
  ...{ meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })), notify_customer: z.boolean().default(false) },
});
const items = z.array(z.object({ item_id: z.number().int(), qty: z.number().int().positive() })).min(1);

/** It has to name lines of the order, and never more of one than is left: a second parcel of the same goods is refused. */
const addFulfillment: Below = (order, shop, sent, reply) => {
  const refused = (message: string) => refuse(reply, 400, '0', message);
  const body = fulfillmentBody.safeParse(sent);
  if (!body.success) return invalidParam(reply, 'meta_data');
  const { meta_data: meta, status, is_fulfilled } = body.data;
  const named = itemsIn(meta);
  if (!named) return refused('The fulfillment should contain at least one item.');
  for (const { item_id, qty } of named) {
    const line = order.lines.find(({ id }) => id === item_id);
    if (!line) return refused('Invalid item.');
    const sent = order.fulfillments.flatMap((each) => itemsIn(each.meta) ?? []).filter((each) => each.item_id === item_id);
    if (qty + sent.reduce((sum, each) => sum + each.qty, 0) > line.quantity) return refused('Invalid item quantity.');
  }
  const made = { id: shop.nextId(), at: shop.now(), status, is_fulfilled, meta };
  shop.change(order, { fulfillments: [...order.fulfillments, made] });
  return reply.code(201).send(renderFulfillment(made, order));
};

export const itemsIn = (meta: Meta[]) => items.safeParse(meta.find(({ key }) => key === '_items')?.value).data;
