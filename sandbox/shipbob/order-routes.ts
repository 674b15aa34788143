import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { numbered } from '../kit/paging.ts';
import { among, type Handle, listRoute, recordRoutes, since } from '../kit/resource.ts';
import { type Merchant, type MerchantOf, refusals, refuse } from './account.ts';
import { addressBody, itemsBody, orderBody } from './bodies.ts';
import type { KeptOrder, Shipment } from './orders.ts';
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
  app.post('/order', { config: { operation: 'submit_order' } }, (request, reply) => submit(merchantOf(request), request, reply));
  const route = recordRoutes<Merchant, KeptOrder>(app, merchantOf, refusals, ({ orders }, id) => orders.get(id));
  route('GET', '/order/:id', 'get_order', renderOrder);
  route('POST', '/order/:id(^\\d+)::cancel', 'cancel_order', cancel);
  app.get('/shipping-method', { config: { operation: 'list_shipping_methods' } }, (request) =>
    merchantOf(request).methods.map((name, at) => ({
      ...{ id: at + 1, name, active: true, default: at === 0, service_level: { id: at + 1, name: at < 3 ? name : 'Standard' } },
    })),
  );
  const ofShipment = recordRoutes<Merchant, Shipment>(app, merchantOf, refusals, ({ shipment }, id) => shipment(id)?.shipment);
  ofShipment('GET', '/shipment/:id(^\\d+)::getLineItems', 'list_line_items', ({ taken }, merchant) =>
    taken.map((each) => renderLine(each, merchant)),
  );
  ofShipment('PUT', '/shipment/:id(^\\d+)::updateAddress', 'change_address', setAddress);
  ofShipment('POST', '/shipment/:id(^\\d+)::updateLineItems', 'change_lines', setLines);
}

function submit(merchant: Merchant, request: FastifyRequest, reply: FastifyReply) {
  if (request.headers.shipbob_channel_id === undefined) return refuse(reply, 400, 'shipbob_channel_id is required.');
  const body = orderBody.safeParse(request.body);
  if (!body.success) return refuse(reply, 400, body.error.issues[0]?.message ?? '', body.error.issues[0]?.path.join('.'));
  // Somebody else has used the reference for one of the goods.
  if (request.fault?.kind === 'another_order') {
    const { order_number: _, tags: __, products, ...other } = body.data;
    merchant.submit({ ...other, products: products.slice(0, 1).map((product) => ({ ...product, quantity: product.quantity + 1 })) });
  }
  if (merchant.byReference(body.data.reference_id)) {
    merchant.counters.duplicatesRefused += 1;
    return refuse(reply, 422, 'Cannot insert order with existing ReferenceId');
  }
  return reply.code(201).send(renderOrder(merchant.submit(body.data), merchant));
}

const cancel: Handle<Merchant, KeptOrder> = (order, merchant, _, reply) => {
  if (merchant.cancel(order).length === 0) return refuse(reply, 422, 'The order is not in a cancellable state.');
  const results = order.shipments.map(({ id, status }) => {
    const is_success = status === 'Cancelled';
    return { shipment_id: id, action: 'Cancel', is_success, reason: is_success ? null : 'It is being fulfilled.' };
  });
  const status = results.every(({ is_success }) => is_success) ? 'Success' : 'PartialSuccess';
  return { order_id: order.id, status, canceled_shipment_results: results, order: renderOrder(order, merchant) };
};

const wrong = (reply: FastifyReply, message: string) => reply.code(400).send({ code: 'INVALID_PARAMETER', message });
const outcome = (id: number, is_success: boolean) => ({
  ...{ id, is_success, error: is_success ? null : { code: 'CONFLICT', message: 'The shipment is being fulfilled.' } },
});

const setAddress: Handle<Merchant, Shipment> = ({ id }, { change }, request, reply) => {
  const body = addressBody.safeParse(request.body).data;
  if (!body) return wrong(reply, 'The address is not valid.');
  const { street_address1: address1, street_address2: address2, country_code, recipient_name, email, phone_number, ...rest } = body;
  const address = { ...rest, address1, address2, country: country_code ?? '' };
  return outcome(id, change(id, { recipient: { name: recipient_name ?? '', email, phone_number, address } }));
};

/** The goods that it has are free for it, unless somebody works on it. */
const setLines: Handle<Merchant, Shipment> = ({ id, building }, { change, take, products }, request, reply) => {
  const body = itemsBody.safeParse(request.body).data;
  if (!body) return wrong(reply, 'The items are not valid.');
  const lines = body.items.map(({ inventory_id, quantity }) => ({ sku: products.get(inventory_id)?.sku ?? '', quantity }));
  const done = change(id, { taken: [] }) && change(id, { taken: take(lines, building).flat() });
  return { ...outcome(id, done), shipment_line_items: [] };
};
