import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { numbered } from '../kit/paging.ts';
import { type Filter, type Handle, listRoute, recordRoutes } from '../kit/resource.ts';
import { type MerchantOf, refusals, refuse } from './account.ts';
import { type KeptOrder, orderBody } from './order.ts';
import { channel, renderOrder } from './order-wire.ts';

const among =
  (of: (order: KeptOrder) => string): Filter<KeptOrder> =>
  (value) => {
    const wanted = value.split(',');
    return (order) => wanted.includes(of(order));
  };
const since: Filter<KeptOrder> = (value) => {
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : ({ changedAt }) => changedAt >= at;
};

type Merchant = ReturnType<MerchantOf>;

export function orderRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  listRoute<Merchant, KeptOrder>(app, merchantOf, refusals, {
    ...{ path: '/order', operation: 'list_orders', also: ['SortOrder'], of: ({ orders }) => orders.all() },
    filters: { ReferenceIds: among(({ body }) => body.reference_id), IDs: among(({ id }) => String(id)), LastUpdateStartDate: since },
    sort: ({ SortOrder = 'Newest' }) => (SortOrder === 'Oldest' ? (a, b) => a.id - b.id : (a, b) => b.id - a.id),
    paging: numbered({ page: 'Page', size: 'Limit' }, { usual: 50, most: 250 }),
    render: (order, merchant) => renderOrder(order, merchant),
  });
  app.post('/order', { config: { operation: 'submit_order' } }, (request, reply) => submit(merchantOf(request), request, reply));
  const route = recordRoutes<Merchant, KeptOrder>(app, merchantOf, refusals, ({ orders }, id) => orders.get(id));
  route('GET', '/order/:id', 'get_order', renderOrder);
  route('POST', '/order/:id(^\\d+)::cancel', 'cancel_order', cancel);
  shipmentRoutes(app, merchantOf);
  choiceRoutes(app, merchantOf);
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

const scopes = ['orders_read', 'orders_write', 'receiving_read', 'receiving_write', 'webhooks_write'];
const channels = [
  { ...channel, application_name: 'API', scopes },
  { id: 100050, name: 'A shop', application_name: 'Shopify', scopes: ['orders_read'] },
];

function choiceRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  app.get('/channel', { config: { operation: 'list_channels' } }, () => ({ items: channels, next: null, prev: null }));
  app.get('/shipping-method', { config: { operation: 'list_shipping_methods' } }, (request) =>
    merchantOf(request).methods.map((name, at) => ({
      ...{ id: at + 1, name, active: true, default: at === 0, service_level: { id: at + 1, name: at < 3 ? name : 'Standard' } },
    })),
  );
}

const nullable = z.string().nullish();
const addressBody = z.strictObject({
  ...{ city: z.string(), street_address1: z.string(), street_address2: nullable, state: nullable, zip_code: nullable },
  country_code: nullable,
  ...{ company_name: nullable, recipient_name: nullable, email: nullable, phone_number: nullable },
});
const itemsBody = z.object({ items: z.array(z.object({ inventory_id: z.number().int(), quantity: z.number().int().min(1) })).min(1) });
const conflict = { code: 'CONFLICT', message: 'The shipment is being fulfilled.' };

type Found = NonNullable<ReturnType<Merchant['shipment']>>['shipment'];

function shipmentRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  const route = recordRoutes<Merchant, Found>(app, merchantOf, refusals, ({ shipment }, id) => shipment(id)?.shipment);
  route('GET', '/shipment/:id(^\\d+)::getLineItems', 'list_line_items', ({ taken }, { products }) =>
    taken.map(({ inventory, lot, expires, quantity }) => ({
      ...{ inventory_id: inventory, quantity, committed_quantity: quantity, is_hazmat: false, is_lot: lot !== null, serial_numbers: [] },
      lot: lot === null ? null : { lot_number: lot, lot_date: expires, selection_method: 'ShipbobChooses' },
      product_variant: { id: inventory, name: products.get(inventory)?.name, sku: products.get(inventory)?.sku },
    })),
  );
  route('PUT', '/shipment/:id(^\\d+)::updateAddress', 'change_address', setAddress);
  route('POST', '/shipment/:id(^\\d+)::updateLineItems', 'change_lines', setLines);
}

const setAddress: Handle<Merchant, Found> = ({ id }, { change }, request, reply) => {
  const body = addressBody.safeParse(request.body).data;
  if (!body) return reply.code(400).send({ code: 'INVALID_PARAMETER', message: 'The address is not valid.' });
  const { street_address1: address1, street_address2: address2, country_code, recipient_name, email, phone_number, ...rest } = body;
  const address = { ...rest, address1, address2, country: country_code ?? '' };
  const done = change(id, { recipient: { name: recipient_name ?? '', email, phone_number, address } });
  return { id, is_success: done, error: done ? null : conflict };
};

const setLines: Handle<Merchant, Found> = ({ id, taken, building }, { change, release, commit, products }, request, reply) => {
  const body = itemsBody.safeParse(request.body).data;
  if (!body) return reply.code(400).send({ code: 'INVALID_PARAMETER', message: 'The items are not valid.' });
  release(taken);
  const again = body.items.map(({ inventory_id, quantity }) => {
    const product = products.get(inventory_id);
    return (product && commit(product, quantity, building)) ?? [];
  });
  const done = change(id, { taken: again.flat() });
  return { id, is_success: done, error: done ? null : conflict, shipment_line_items: [] };
};
