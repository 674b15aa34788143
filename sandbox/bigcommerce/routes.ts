import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';
import { type Cut, numbered, type Query } from '../kit/paging.ts';
import { collectionRoutes, listRoute, type Refusals } from '../kit/resource.ts';
import type { Hook } from '../kit/webhooks.ts';
import type { Product, Shipment, StoreAccount, StoreOrder } from './store.ts';
import { renderHook, renderOrder, renderProduct, renderShipment } from './wire.ts';

type StoreOf = (request: FastifyRequest) => StoreAccount;
type ById = { Params: { id: string }; Querystring: Query };

const refuse = (reply: FastifyReply, status: number, message: string) => reply.code(status).send([{ status, message }]);
const missing = (reply: FastifyReply) => refuse(reply, 404, 'The requested resource was not found.');
const refusals: Refusals = { missing, invalid: (reply, name) => refuse(reply, 400, `The field '${name}' is invalid.`) };
const refuseV3 = (reply: FastifyReply, status: number, title: string) =>
  reply
    .code(status)
    .send({ status, title, type: 'https://developer.bigcommerce.com/api-docs/getting-started/api-status-codes', errors: {} });

const pages = <T>() => numbered<T>({ page: 'page', size: 'limit' }, { usual: 50, most: 250 });
/** An empty list of v2 is no list. */
const v2 = (records: unknown[], _cut: Cut<unknown>, reply: FastifyReply) => (records.length > 0 ? records : reply.code(204).send());
const v3 = (data: unknown[], { total, page, pages }: Cut<unknown>) => ({
  ...{
    data,
    meta: { pagination: { total, count: data.length, per_page: 50, current_page: page ?? 1, total_pages: pages ?? 1, links: {} } },
  },
});

/** Times are compared by whole seconds, as they are shown. */
const since = (value: string) => {
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : ({ changedAt }: { changedAt: number }) => Math.floor(changedAt / 1000) * 1000 >= at;
};
const byChange = (a: { changedAt: number; id: number }, b: { changedAt: number; id: number }) => a.changedAt - b.changedAt || a.id - b.id;
const hasGoods = ({ include, consignment_structure: structure }: Query) => include === 'consignments.line_items' && structure === 'object';

const shipment = z.object({
  ...{ order_address_id: z.number().int(), tracking_number: z.string().max(50), comments: z.string().max(65_535).default('') },
  ...{ shipping_provider: z.string().default(''), tracking_link: z.url().max(500).optional() },
  items: z.array(z.object({ order_product_id: z.number().int(), quantity: z.number().int().positive() })).min(1),
});

export function orderRoutes(app: FastifyInstance, storeOf: StoreOf): void {
  collectionRoutes<StoreAccount, StoreOrder>(app, storeOf, refusals, {
    ...{ path: '/v2/orders', operation: 'list_orders', get: 'get_order', of: ({ orders }) => orders, paging: pages(), send: v2 },
    ...{ also: ['sort', 'include', 'consignment_structure'], lists: ({ isArchived }) => !isArchived },
    filters: {
      min_date_modified: since,
      status_id:
        (id) =>
        ({ status }: StoreOrder) =>
          String(status) === id,
    },
    sort: ({ sort }) => (sort === 'date_modified:asc' ? byChange : (a, b) => a.id - b.id),
    render: (order, store, { query }) => renderOrder(order, store, hasGoods(query as Query)),
  });
  listRoute<StoreAccount, Kept<Shipment>>(app, storeOf, refusals, {
    ...{ path: '/v2/orders/:id/shipments', operation: 'list_shipments', paging: pages(), send: v2, render: renderShipment },
    of: ({ orders, shipments }, { params }) => {
      const order = orders.get((params as ById['Params']).id);
      return order ? shipments.all().filter((one) => one.order === order.id) : null;
    },
  });
  app.post<ById>('/v2/orders/:id/shipments', { config: { operation: 'create_shipment' } }, (request, reply) => {
    const { orders, ship } = storeOf(request);
    const order = orders.get(request.params.id);
    const parsed = shipment.safeParse(request.body).data;
    if (!order || !parsed) return order ? refusals.invalid(reply, 'items') : missing(reply);
    const { order_address_id: address, tracking_number: tracking, shipping_provider: provider, tracking_link: link = '' } = parsed;
    const items = parsed.items.map(({ order_product_id: id, quantity }) => ({ id, quantity }));
    const parcel = ship(order, { address, tracking, provider, link, comments: parsed.comments, items });
    return typeof parcel === 'string' ? refuse(reply, 400, parcel) : reply.code(201).send(renderShipment(parcel));
  });
}

const levels = z.object({
  reason: z.string(),
  items: z
    .array(
      z.object({
        location_id: z.literal(1),
        variant_id: z.number().optional(),
        sku: z.string().optional(),
        quantity: z.number().int().min(0),
      }),
    )
    .min(1)
    .max(100),
});

export function storeRoutes(app: FastifyInstance, storeOf: StoreOf): void {
  app.get('/v2/store', { config: { operation: 'read_store' } }, (request) => {
    const { hash: id, name } = storeOf(request);
    return { id, name, domain: `${id}.example.com`, secure_url: `https://${id}.example.com`, currency: 'USD', plan_name: 'Standard' };
  });
  app.get('/v2/shipping/zones', { config: { operation: 'list_shipping_zones' } }, () => [{ id: 1, name: 'United States', enabled: true }]);
  app.get('/v2/shipping/zones/:id/methods', { config: { operation: 'list_shipping_methods' } }, () => [
    { id: 1, name: 'Flat rate', type: 'perorder', enabled: true },
  ]);
  app.get('/v3/inventory/locations', { config: { operation: 'list_locations' } }, () => ({
    data: [{ id: 1, code: 'main', label: 'Main', enabled: true }],
    meta: {},
  }));
  app.put('/v3/inventory/adjustments/absolute', { config: { operation: 'set_stock' } }, (request, reply) => {
    const { products } = storeOf(request);
    const items = levels.safeParse(request.body).data?.items ?? [];
    const levelsOf = items.map((item) => ({
      ...item,
      product: products.find(({ id, sku }) => id * 10 === item.variant_id || sku === item.sku),
    }));
    // One that is wrong keeps all the others.
    if (items.length === 0 || levelsOf.some(({ product }) => !product))
      return refuseV3(reply, 422, 'A variant of the adjustment does not exist.');
    for (const { product, quantity } of levelsOf) if (product) products.change(product, { stock: quantity });
    return { transaction_id: request.id };
  });
  listRoute<StoreAccount, Kept<Product>>(app, storeOf, refusals, {
    ...{
      path: '/v3/catalog/products',
      operation: 'list_products',
      paging: pages(),
      send: v3,
      also: ['include', 'sort', 'direction'],
    },
    ...{ of: ({ products }) => products.all(), filters: { 'date_modified:min': since }, sort: () => byChange, render: renderProduct },
  });
}

const hook = z.object({
  ...{ scope: z.enum(['store/order/*', 'store/product/*']), destination: z.url(), is_active: z.boolean().default(true) },
  headers: z.record(z.string(), z.string()).default({}),
});

export function hookRoutes(app: FastifyInstance, storeOf: StoreOf): void {
  listRoute<StoreAccount, Kept<Hook>>(app, storeOf, refusals, {
    ...{ path: '/v3/hooks', operation: 'list_webhooks', paging: pages(), send: v3, of: ({ hooks }) => hooks.all(), render: renderHook },
  });
  const save = (request: FastifyRequest<Partial<ById>>, reply: FastifyReply) => {
    const { hooks } = storeOf(request as FastifyRequest);
    const existing = hooks.get((request.params as ById['Params'] | undefined)?.id);
    const parsed = hook.safeParse(request.body).data;
    if (!parsed) return refuseV3(reply, 422, 'The webhook is invalid.');
    const { scope: topic, destination: url, is_active: isActive, headers } = parsed;
    const fields = { topic, url, isActive, failures: 0, secret: JSON.stringify(headers) };
    if (existing) hooks.change(existing, fields);
    return { data: renderHook(existing ?? hooks.add(fields), storeOf(request as FastifyRequest)), meta: {} };
  };
  app.post('/v3/hooks', { config: { operation: 'subscribe' } }, save);
  app.put<ById>('/v3/hooks/:id', { config: { operation: 'subscribe' } }, save);
  app.delete<ById>('/v3/hooks/:id', { config: { operation: 'unsubscribe' } }, (request, reply) => {
    const hook = storeOf(request).hooks.get(request.params.id);
    if (!hook) return refuseV3(reply, 404, 'The webhook was not found.');
    storeOf(request).hooks.remove(hook);
    return { data: renderHook(hook, storeOf(request)), meta: {} };
  });
}
