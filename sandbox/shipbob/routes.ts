import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { bodiesFor, every, optional } from '../kit/bodies.ts';
import type { Kept } from '../kit/collection.ts';
import { behind, numbered } from '../kit/paging.ts';
import { accountRoutes, among, byId, bySku, collectionRoutes, type Listed, listRoute, recordRoutes, since } from '../kit/resource.ts';
import { type Hook, newSecret } from '../kit/webhooks.ts';
import { type Merchant, type MerchantOf, refusals, refuse } from './account.ts';
import { buildings, type Product } from './goods.ts';
import { orderRoutes } from './order-routes.ts';
import { type Receiving, wroBody } from './receiving.ts';
import { byBuilding, byLot, channel, renderBoxes, renderBuilding, renderMethod, renderProduct, renderReceiving, time } from './wire.ts';

const scopes = ['orders_read', 'orders_write', 'receiving_read', 'receiving_write', 'webhooks_write'];
const another = { id: 100050, name: 'A shop', application_name: 'Shopify', scopes: ['orders_read'] };
const channels = [{ ...channel, application_name: 'API', scopes }, another];

export function routes(app: FastifyInstance, merchantOf: MerchantOf) {
  app.addHook('preHandler', (request, reply, done) => {
    const meant = request.headers.shipbob_channel_id;
    if (meant === undefined && request.routeOptions.config.operation === 'submit_order')
      return void refuse(400)(reply, 'shipbob_channel_id is required.');
    if (meant !== undefined && meant !== String(channel.id)) return void reply.code(403).send();
    // A list has to be written as it is.
    if (/any%3a/i.test(request.url)) return void refuse(400)(reply, 'The filter is not understood.', 'SKU');
    done();
  });
  const all = [orderRoutes, goodsRoutes, receivingRoutes, othersRoutes];
  app.register(async (version) => all.map((add) => add(version, merchantOf)), { prefix: '/2026-07' });
}

function goodsRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  const list = (path: string, more: Pick<Listed<Merchant, Kept<Product>>, 'operation' | 'render' | 'filters' | 'also'>) =>
    listRoute<Merchant, Kept<Product>>(app, merchantOf, refusals, {
      ...{ ...more, path, of: ({ products }) => products.all() },
      paging: behind({ cursor: 'cursor', size: 'PageSize' }, { usual: 50, most: 250 }, ({ id }) => [id]),
      send: (items, { next }) => ({ items, first: null, last: null, prev: null, next: next ? `${path}?cursor=${next}` : null }),
    });
  list('/product', {
    ...{ operation: 'list_products', also: ['SortBy', 'SortOrder'], render: renderProduct },
    filters: { SKU: (value) => bySku(value.replace(/^any:/, '')), LastUpdatedTimestamp: since('changedAt') },
  });
  list('/inventory-level/locations', { operation: 'read_stock', render: byBuilding });
  list('/inventory-level/lots', { operation: 'read_lots', filters: { InventoryIds: byId }, render: byLot });
}

const announce = bodiesFor<Merchant, Merchant>()(wroBody, refuse(422), (body, merchant, _account, _request, reply) => {
  const announced = merchant.announce(body);
  return typeof announced === 'string' ? refuse(422)(reply, announced) : reply.code(201).send(renderReceiving(announced, merchant));
});

function receivingRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  const route = collectionRoutes<Merchant, Receiving>(app, merchantOf, refusals, {
    ...{ path: '/receiving', operation: 'list_asns', get: 'get_asn', of: ({ receivings }) => receivings, render: renderReceiving },
    filters: { InsertStartDate: since('createdAt'), PurchaseOrderNumbers: among(({ body }) => body.purchase_order_number ?? '') },
    paging: numbered({ page: 'Page', size: 'Limit' }, { usual: 50, most: 100 }),
    send: (records, { total, pages = 0 }, reply) => reply.headers({ 'total-count': total, 'total-pages': pages }).send(records),
  });
  accountRoutes(app, merchantOf)('POST', '/receiving', 'create_asn', announce);
  route('GET', '/receiving/:id/boxes', 'list_boxes', renderBoxes);
  route('POST', '/receiving/:id(^\\d+)::cancel', 'cancel_asn', (order, merchant, _, reply) =>
    merchant.withdraw(order) ? renderReceiving(order, merchant) : refuse(422)(reply, 'The receiving order cannot be cancelled.'),
  );
}

const topic = z.string().regex(/^(order|return|wro|billing)(\.[a-z_]+)+$/);
const hookBody = z.strictObject({ url: z.url(), topics: z.array(topic).min(1), ...every(optional, 'secret description') });

function othersRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  const route = accountRoutes(app, merchantOf);
  route('GET', '/channel', 'list_channels', () => ({ items: channels, next: null, prev: null }));
  route('GET', '/location', 'list_locations', () => buildings.map(renderBuilding));
  route('GET', '/shipping-method', 'list_shipping_methods', ({ methods }) => methods.map(renderMethod));
  route('GET', '/webhook', 'list_webhooks', ({ hooks }) => ({ items: hooks.all().map(renderHook), next: null, prev: null }));
  route('POST', '/webhook', 'subscribe', subscribe);
  const ofHook = recordRoutes<Merchant, Kept<Hook>>(app, merchantOf, refusals, ({ hooks }, id) => hooks.get(id));
  ofHook('DELETE', '/webhook/:id', 'unsubscribe', (hook, { hooks }, _, reply) => {
    hooks.remove(hook);
    return reply.code(204).send();
  });
}

const subscribe = bodiesFor<Merchant, Merchant>()(hookBody, refuse(422), ({ url, topics, secret, description = null }, { hooks }) => {
  const hook = hooks.add({ url, topic: topics.join(' '), secret: secret ?? newSecret(), isActive: true, failures: 0 });
  const { enabled: _, ...made } = renderHook(hook);
  return { ...made, secret: hook.secret, description };
});

const renderHook = ({ id, url, topic, isActive, createdAt }: Kept<Hook>) => ({
  ...{ id: String(id), url, topics: topic.split(' '), enabled: isActive, description: null, created_at: time(createdAt) },
});
