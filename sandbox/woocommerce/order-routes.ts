import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { bodiesFor } from '../kit/bodies.ts';
import { among, byId, collectionRoutes, type Filter, inPages, recordRoutes } from '../kit/resource.ts';
import { unitsOf } from '../kit/shelves.ts';
import { itemsIn, type KeptOrder, type Line, type WooOrder } from './order.ts';
import { renderFulfillment, renderNote, renderOrder, renderRefund } from './order-wire.ts';
import { invalid, refusalsOf, refuse, type ShopAccount, type ShopOf, wpList, wpPages } from './replies.ts';

const refusals = refusalsOf('shop_order');
const withBody = bodiesFor<ShopAccount, KeptOrder>();

/** `any` is every status but the trash, and whatever stands beside it is not heeded. */
const status: Filter<KeptOrder> = (value, query) =>
  value.split(',').includes('any') ? isKept : among<KeptOrder>((order) => order.status)(value, query);
const isKept = (order: KeptOrder) => order.status !== 'trash';

/** Orders, and what belongs to one: its refunds, the notes to its buyer, and its parcels. */
export function orderRoutes(app: FastifyInstance, shopOf: ShopOf) {
  const list = wpList<KeptOrder>();
  const route = collectionRoutes<ShopAccount, WooOrder>(app, shopOf, refusals, {
    ...{ ...list, path: '/orders', operation: 'list_orders', get: 'get_order', render: renderOrder, of: ({ orders }) => orders },
    ...{ filters: { ...list.filters, status, include: byId }, lists: (order, { query }) => 'status' in (query as object) || isKept(order) },
  });
  route('PUT', '/orders/:id', 'complete_order', changeOrder);
  const missing = (reply: FastifyReply) => refuse(reply, 404, 'woocommerce_rest_order_invalid_id', 'Invalid order ID.');
  const below = recordRoutes<ShopAccount, KeptOrder>(app, shopOf, { missing }, ({ orders }, id) => orders.get(id));
  below('GET', '/orders/:id/refunds', 'list_refunds', inPages(wpPages, 'refunds', renderRefund, invalid('per_page')));
  below('GET', '/orders/:id/notes', 'list_notes', ({ notes }) => notes.toReversed().map(renderNote));
  below('POST', '/orders/:id/notes', 'create_note', addNote);
  below('GET', '/orders/:id/fulfillments', 'list_fulfillments', (order) => order.fulfillments.map((one) => renderFulfillment(one, order)));
  below('POST', '/orders/:id/fulfillments', 'create_fulfillment', addFulfillment);
}

const changes = z.object({ status: z.string().min(1), customer_note: z.string() }).partial();
const changeOrder = withBody(changes, invalid('status'), (said, order, shop) => {
  shop.change(order, said);
  return renderOrder(order);
});

const noteBody = z.object({ note: z.string().min(1), customer_note: z.boolean().default(false) });
const addNote = withBody(noteBody, invalid('note'), (body, order, shop, _, reply) => {
  const note = { ...body, id: shop.nextId(), at: shop.now() };
  shop.orders.patch(order, { notes: [...order.notes, note] });
  return reply.code(201).send(renderNote(note));
});

const parcelBody = z.object({
  ...{ status: z.enum(['fulfilled', 'unfulfilled']).default('unfulfilled'), is_fulfilled: z.boolean().default(false) },
  ...{ meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })), notify_customer: z.boolean().default(false) },
});
const addFulfillment = withBody(parcelBody, invalid('meta_data'), ({ meta_data: meta, status, is_fulfilled }, order, shop, _, reply) => {
  const wrong = wrongWith(order, itemsIn(meta));
  if (wrong) return refuse(reply, 400, '0', wrong);
  const fulfillment = { id: shop.nextId(), at: shop.now(), status, is_fulfilled, meta };
  shop.change(order, { fulfillments: [...order.fulfillments, fulfillment] });
  return reply.code(201).send(renderFulfillment(fulfillment, order));
});

/** It has to name lines of the order, and never more of one than is left: a second parcel of the same goods is refused. */
function wrongWith({ lines, fulfillments }: KeptOrder, items: ReturnType<typeof itemsIn>): string | undefined {
  if (items.length === 0) return 'The fulfillment should contain at least one item.';
  const sent = fulfillments.flatMap(({ meta }) => itemsIn(meta));
  if (items.some(({ id }) => !lines.some((line) => line.id === id))) return 'Invalid item.';
  const isExceeded = ({ id, quantity }: Line) => unitsOf([...sent, ...items].filter((each) => each.id === id)) > quantity;
  return lines.some(isExceeded) ? 'Invalid item quantity.' : undefined;
}
