import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { numbered } from '../kit/paging.ts';
import { type Filter, listRoute } from '../kit/resource.ts';
import { invalid, type MerchantOf, missing, refuse } from './account.ts';
import { type KeptOrder, orderBody } from './order.ts';
import { channel, renderOrder } from './order-wire.ts';

type ById = { Params: { id: string } };

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

export function orderRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  listRoute<ReturnType<MerchantOf>, KeptOrder>(
    app,
    merchantOf,
    { missing, invalid },
    {
      ...{ path: '/order', operation: 'list_orders', also: ['SortOrder'], of: ({ orders }) => orders.all() },
      filters: { ReferenceIds: among(({ body }) => body.reference_id), IDs: among(({ id }) => String(id)), LastUpdateStartDate: since },
      sort: ({ SortOrder = 'Newest' }) => (SortOrder === 'Oldest' ? (a, b) => a.id - b.id : (a, b) => b.id - a.id),
      paging: numbered({ page: 'Page', size: 'Limit' }, { usual: 50, most: 250 }),
      render: (order, merchant) => renderOrder(order, merchant),
    },
  );
  app.post('/order', { config: { operation: 'submit_order' } }, (request, reply) => {
    const merchant = merchantOf(request);
    if (request.headers.shipbob_channel_id === undefined) return refuse(reply, 400, 'shipbob_channel_id is required.');
    const body = orderBody.safeParse(request.body);
    if (!body.success) return refuse(reply, 400, body.error.issues[0]?.message ?? '', body.error.issues[0]?.path.join('.'));
    if (merchant.byReference(body.data.reference_id)) {
      merchant.counters.duplicatesRefused += 1;
      return refuse(reply, 422, 'Cannot insert order with existing ReferenceId');
    }
    return reply.code(201).send(renderOrder(merchant.submit(body.data), merchant));
  });
  app.get<ById>('/order/:id', { config: { operation: 'get_order' } }, (request, reply) => {
    const merchant = merchantOf(request);
    const order = merchant.orders.get(request.params.id);
    return order ? renderOrder(order, merchant) : missing(reply);
  });
  app.post<ById>('/order/:id(^\\d+)::cancel', { config: { operation: 'cancel_order' } }, (request, reply) => {
    const merchant = merchantOf(request);
    const order = merchant.orders.get(request.params.id);
    if (!order) return missing(reply);
    const cancelled = merchant.cancel(order);
    if (cancelled.length === 0) return refuse(reply, 422, 'The order is not in a cancellable state.');
    const results = order.shipments.map(({ id, status }) => ({
      ...{
        shipment_id: id,
        action: 'Cancel',
        is_success: status === 'Cancelled',
        reason: status === 'Cancelled' ? null : 'It is being fulfilled.',
      },
    }));
    const status = results.every(({ is_success }) => is_success) ? 'Success' : 'PartialSuccess';
    return { order_id: order.id, status, canceled_shipment_results: results, order: renderOrder(order, merchant) };
  });
  app.get('/channel', { config: { operation: 'list_channels' } }, () => ({
    items: [
      {
        ...channel,
        application_name: 'API',
        scopes: ['orders_read', 'orders_write', 'receiving_read', 'receiving_write', 'webhooks_write'],
      },
      { id: 100050, name: 'A shop', application_name: 'Shopify', scopes: ['orders_read'] },
    ],
    ...{ next: null, prev: null },
  }));
  app.get('/shipping-method', { config: { operation: 'list_shipping_methods' } }, (request) =>
    merchantOf(request).methods.map((name, at) => ({
      ...{ id: at + 1, name, active: true, default: at === 0, service_level: { id: at + 1, name: at < 3 ? name : 'Standard' } },
    })),
  );
  shipmentRoutes(app, merchantOf);
}

const nullable = z.string().nullish();
const addressBody = z.strictObject({
  ...{
    city: z.string(),
    street_address1: z.string(),
    street_address2: nullable,
    state: nullable,
    zip_code: nullable,
    country_code: nullable,
  },
  ...{ company_name: nullable, recipient_name: nullable, email: nullable, phone_number: nullable },
});
const itemsBody = z.object({ items: z.array(z.object({ inventory_id: z.number().int(), quantity: z.number().int().min(1) })).min(1) });
const conflict = { code: 'CONFLICT', message: 'The shipment is being fulfilled.' };

function shipmentRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  app.get<ById>('/shipment/:id(^\\d+)::getLineItems', { config: { operation: 'list_line_items' } }, (request, reply) => {
    const { shipment, products } = merchantOf(request);
    const found = shipment(request.params.id);
    if (!found) return missing(reply);
    return found.shipment.taken.map(({ inventory, lot, expires, quantity }) => ({
      ...{ inventory_id: inventory, quantity, committed_quantity: quantity, is_hazmat: false, is_lot: lot !== null, serial_numbers: [] },
      lot: lot === null ? null : { lot_number: lot, lot_date: expires, selection_method: 'ShipbobChooses' },
      product_variant: { id: inventory, name: products.get(inventory)?.name, sku: products.get(inventory)?.sku },
    }));
  });
  app.put<ById>('/shipment/:id(^\\d+)::updateAddress', { config: { operation: 'change_address' } }, (request, reply) => {
    const body = addressBody.safeParse(request.body).data;
    const { change } = merchantOf(request);
    if (!body) return reply.code(400).send({ code: 'INVALID_PARAMETER', message: 'The address is not valid.' });
    const {
      street_address1: address1,
      street_address2: address2,
      country_code: country,
      recipient_name,
      email,
      phone_number,
      ...rest
    } = body;
    const address = { ...rest, address1, address2, country: country ?? '' };
    const id = Number(request.params.id);
    const done = change(id, { recipient: { name: recipient_name ?? '', email, phone_number, address } });
    return { id, is_success: done, error: done ? null : conflict };
  });
  app.post<ById>('/shipment/:id(^\\d+)::updateLineItems', { config: { operation: 'change_lines' } }, (request, reply) => {
    const body = itemsBody.safeParse(request.body).data;
    const { shipment, change, release, commit, products } = merchantOf(request);
    const found = shipment(request.params.id);
    if (!body || !found) return reply.code(400).send({ code: 'INVALID_PARAMETER', message: 'The items are not valid.' });
    const { id, taken, building } = found.shipment;
    release(taken);
    const again = body.items.map(({ inventory_id, quantity }) => {
      const product = products.get(inventory_id);
      return (product && commit(product, quantity, building)) ?? [];
    });
    const done = change(id, { taken: again.flat() });
    return { id, is_success: done, error: done ? null : conflict, shipment_line_items: [] };
  });
}
