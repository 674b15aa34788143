import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { bodiesFor } from '../kit/bodies.ts';
import { numbered } from '../kit/paging.ts';
import { accountRoutes, among, type Handle, listRoute, recordRoutes, since } from '../kit/resource.ts';
import { type Merchant, type MerchantOf, refusals, refuse } from './account.ts';
import { type KeptOrder, orderBody, type Shipment } from './orders.ts';
import { renderLine, renderOrder } from './wire.ts';

export function orderRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  listRoute<Merchant, KeptOrder>(app, merchantOf, refusals, {
    ...{ path: '/order', operation: 'list_orders', also: ['SortOrder'], of: ({ orders }) => orders.all(), render: renderOrder },
    filters: {
      ...{ ReferenceIds: among(({ body }) => body.reference_id), IDs: among(({ id }) => String(id)) },
      LastUpdateStartDate: since('changedAt'),
    },
    sort: ({ SortOrder = 'Newest' }) => (SortOrder === 'Oldest' ? (a, b) => a.id - b.id : (a, b) => b.id - a.id),
    paging: numbered({ page: 'Page', size: 'Limit' }, { usual: 50, most: 250 }),
  });
  accountRoutes(app, merchantOf)('POST', '/order', 'submit_order', submit);
  const route = recordRoutes<Merchant, KeptOrder>(app, merchantOf, refusals, ({ orders }, id) => orders.get(id));
  route('GET', '/order/:id', 'get_order', renderOrder);
  route('POST', '/order/:id(^\\d+)::cancel', 'cancel_order', cancel);
  app.get('/shipping-method', { config: { operation: 'list_shipping_methods' } }, (request) =>
    merchantOf(request).methods.map((name, at) => ({
      ...{ id: at + 1, name, active: true, default: at === 0, service_level: { id: at + 1, name: at < 3 ? name : 'Standard' } },
    })),
  );
  const ofShipment = recordRoutes<Merchant, Shipment>(app, merchantOf, refusals, ({ shipment }, id) => shipment(id)?.shipment);
  const lines: Handle<Merchant, Shipment> = ({ taken }, merchant) => taken.map((each) => renderLine(each, merchant));
  ofShipment('GET', '/shipment/:id(^\\d+)::getLineItems', 'list_line_items', lines);
  ofShipment('PUT', '/shipment/:id(^\\d+)::updateAddress', 'change_address', setAddress);
  ofShipment('POST', '/shipment/:id(^\\d+)::updateLineItems', 'change_lines', setLines);
}

const submit = bodiesFor<Merchant, Merchant>()(orderBody, refuse(400), (body, merchant, _account, { fault }, reply) => {
  // Somebody else has used the reference for one of the goods.
  const { order_number: _, tags: __, products, ...other } = body;
  const others = products.slice(0, 1).map((product) => ({ ...product, quantity: product.quantity + 1 }));
  if (fault?.kind === 'another_order') merchant.submit({ ...other, products: others });
  if (!merchant.byReference(body.reference_id)) return reply.code(201).send(renderOrder(merchant.submit(body), merchant));
  merchant.counters.duplicatesRefused += 1;
  return refuse(422)(reply, 'Cannot insert order with existing ReferenceId');
});

const cancel: Handle<Merchant, KeptOrder> = (order, merchant, _, reply) => {
  if (!merchant.cancel(order)) return refuse(422)(reply, 'The order is not in a cancellable state.');
  const results = order.shipments.map(({ id, status }) => {
    const is_success = status === 'Cancelled';
    return { shipment_id: id, action: 'Cancel', is_success, reason: is_success ? null : 'It is being fulfilled.' };
  });
  const status = results.every(({ is_success }) => is_success) ? 'Success' : 'PartialSuccess';
  return { order_id: order.id, status, canceled_shipment_results: results, order: renderOrder(order, merchant) };
};

const outcome = (id: number, is_success: boolean) => ({
  ...{ id, is_success, error: is_success ? null : { code: 'CONFLICT', message: 'The shipment is being fulfilled.' } },
});
/** The recipient of a shipment, whose fields have other names than those of an order. */
const [needed, text] = [z.string(), z.string().nullish()];
const addressBody = z
  .strictObject({
    ...{ city: needed, street_address1: needed, street_address2: text, state: text, zip_code: text, country_code: text },
    ...{ company_name: text, recipient_name: text, email: text, phone_number: text },
  })
  .transform(({ street_address1: address1, street_address2: address2, country_code, recipient_name, email, phone_number, ...rest }) => ({
    ...{ name: recipient_name ?? '', email, phone_number },
    address: { ...rest, address1, address2, country: country_code ?? '' },
  }));
const count = z.number().int();
const itemsBody = z.object({ items: z.array(z.object({ inventory_id: count, quantity: count.min(1) })).min(1) });
const withBody = bodiesFor<Merchant, Shipment>();
const wrong = (message: string) => (reply: FastifyReply) => reply.code(400).send({ code: 'INVALID_PARAMETER', message });
const setAddress = withBody(addressBody, wrong('The address is not valid.'), (recipient, { id }, { change }) =>
  outcome(id, change(id, { recipient })),
);
/** The goods that it has are free for it, unless somebody works on it. */
const setLines = withBody(itemsBody, wrong('The items are not valid.'), ({ items }, { id, building }, { change, take, products }) => {
  const lines = items.map(({ inventory_id, quantity }) => ({ sku: products.get(inventory_id)?.sku ?? '', quantity }));
  const done = change(id, { taken: [] }) && change(id, { taken: take(lines, building).flat() });
  return { ...outcome(id, done), shipment_line_items: [] };
});
