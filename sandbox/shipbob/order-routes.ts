import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { bodiesFor, every, optional, whole } from '../kit/bodies.ts';
import { numbered } from '../kit/paging.ts';
import { accountRoutes, among, byId, collectionRoutes, type Handle, recordRoutes, since } from '../kit/resource.ts';
import { type Merchant, type MerchantOf, refusals, refuse } from './account.ts';
import { type KeptOrder, type Order, orderBody, type Shipment, statusOf } from './orders.ts';
import { renderLine, renderOrder } from './wire.ts';

export function orderRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  const route = collectionRoutes<Merchant, Order>(app, merchantOf, refusals, {
    ...{ path: '/order', operation: 'list_orders', get: 'get_order', of: ({ orders }) => orders, render: renderOrder, also: ['SortOrder'] },
    filters: { ReferenceIds: among(({ body }) => body.reference_id), IDs: byId, LastUpdateStartDate: since('changedAt') },
    sort: ({ SortOrder = 'Newest' }) => (SortOrder === 'Oldest' ? (a, b) => a.id - b.id : (a, b) => b.id - a.id),
    paging: numbered({ page: 'Page', size: 'Limit' }, { usual: 50, most: 250 }),
  });
  accountRoutes(app, merchantOf)('POST', '/order', 'submit_order', submit);
  route('POST', '/order/:id(^\\d+)::cancel', 'cancel_order', cancel);
  const ofShipment = recordRoutes<Merchant, Shipment>(app, merchantOf, refusals, ({ shipment }, id) => shipment(id)?.shipment);
  const lines: Handle<Merchant, Shipment> = ({ taken }, merchant) => taken.map((each) => renderLine(each, merchant));
  ofShipment('GET', '/shipment/:id(^\\d+)::getLineItems', 'list_line_items', lines);
  ofShipment('PUT', '/shipment/:id(^\\d+)::updateAddress', 'change_address', setAddress);
  ofShipment('POST', '/shipment/:id(^\\d+)::updateLineItems', 'change_lines', setLines);
}

const submit = bodiesFor<Merchant, Merchant>()(orderBody, refuse(400), (body, merchant, _account, { fault }, reply) => {
  // Somebody else has used the reference for one of the goods.
  const others = body.products.slice(0, 1).map((product) => ({ ...product, quantity: product.quantity + 1 }));
  if (fault?.kind === 'another_order') merchant.submit({ ...body, order_number: null, tags: null, products: others });
  const nameless = body.products.find(({ name, reference_id }) => !name && !merchant.called(reference_id));
  if (nameless) return refuse(400)(reply, `The product ${nameless.reference_id} does not exist: its name is required.`, 'Products');
  if (!merchant.byReference(body.reference_id)) return reply.code(201).send(renderOrder(merchant.submit(body), merchant));
  merchant.counters.duplicatesRefused += 1;
  return refuse(422)(reply, 'Cannot insert order with existing ReferenceId');
});

const cancel: Handle<Merchant, KeptOrder> = (order, merchant, _, reply) => {
  if (!merchant.cancel(order)) return refuse(422)(reply, 'The order is not in a cancellable state.');
  const canceled_shipment_results = order.shipments.map(({ id, status }) => ({ shipment_id: id, ...canceled(status === 'Cancelled') }));
  const status = statusOf(order) === 'Cancelled' ? 'Success' : 'PartialSuccess';
  return { order_id: order.id, status, canceled_shipment_results, order: renderOrder(order, merchant) };
};

const conflict = { code: 'CONFLICT', message: 'The shipment is being fulfilled.' };
const canceled = (is_success: boolean) => ({ action: 'Cancel', is_success, reason: is_success ? null : conflict.message });
const outcome = (id: number, is_success: boolean) => ({ id, is_success, error: is_success ? null : conflict });
/** The recipient of a shipment, whose fields have other names than those of an order. */
const addressBody = z
  .strictObject({
    ...every(z.string(), 'city street_address1'),
    ...every(optional, 'street_address2 state zip_code country_code company_name recipient_name email phone_number'),
  })
  .transform(({ street_address1: address1, street_address2: address2, country_code, recipient_name, email, phone_number, ...rest }) => ({
    ...{ name: recipient_name ?? '', email, phone_number },
    address: { ...rest, address1, address2, country: country_code ?? '' },
  }));
const itemsBody = z.object({ items: z.array(z.object({ inventory_id: whole, quantity: whole.min(1) })).min(1) });
const withBody = bodiesFor<Merchant, Shipment>();
const wrong = (what: string) => (reply: FastifyReply) =>
  reply.code(400).send({ code: 'INVALID_PARAMETER', message: `Not valid: ${what}.` });
const setAddress = withBody(addressBody, wrong('address'), (recipient, { id }, { change }) => outcome(id, change(id, { recipient })));
/** The goods that it has are free for it, unless somebody works on it. */
const setLines = withBody(itemsBody, wrong('items'), ({ items }, { id, building }, { change, take, products }) => {
  const lines = items.map(({ inventory_id, quantity }) => ({ sku: products.get(inventory_id)?.sku ?? '', quantity }));
  const done = change(id, { taken: [] }) && change(id, { taken: take(lines, building).flat() });
  return { ...outcome(id, done), shipment_line_items: [] };
});
