import type { FastifyInstance } from 'fastify';
import { bodiesFor } from '../kit/bodies.ts';
import type { Kept } from '../kit/collection.ts';
import { behind, numbered } from '../kit/paging.ts';
import { accountRoutes, among, bySku, type Listed, listRoute, recordRoutes, since } from '../kit/resource.ts';
import { type Merchant, type MerchantOf, refusals, refuse } from './account.ts';
import { buildings, type Product } from './goods.ts';
import { type KeptReceiving, receivingBody } from './receiving.ts';
import { levels, lots, renderBoxes, renderProduct, renderReceiving } from './wire.ts';

export function goodsRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  const list = (path: string, more: Pick<Listed<Merchant, Kept<Product>>, 'operation' | 'render' | 'filters' | 'also'>) =>
    listRoute<Merchant, Kept<Product>>(app, merchantOf, refusals, {
      ...{ ...more, path, of: ({ products }) => products.all() },
      paging: behind({ cursor: 'cursor', size: 'PageSize' }, { usual: 50, most: 250 }, ({ id }) => [id]),
      send: (items, { next }) => ({ items, first: null, last: null, prev: null, next: next ? `${path}?cursor=${next}` : null }),
    });
  const stocked =
    (field: string, of: typeof levels | typeof lots) =>
    ({ id: inventory_id, name, sku }: Kept<Product>, { shelves, counting }: Merchant) => {
      const own = shelves.all().filter((shelf) => shelf.sku === sku);
      return { inventory_id, name, sku, [field]: of(own, counting()) };
    };
  list('/product', {
    ...{ operation: 'list_products', also: ['SortBy', 'SortOrder'], render: renderProduct },
    filters: { SKU: (value) => bySku(value.replace(/^any:/, '')), LastUpdatedTimestamp: since('changedAt') },
  });
  list('/inventory-level/locations', { operation: 'read_stock', render: stocked('locations', levels) });
  const InventoryIds = among<Kept<Product>>(({ id }) => String(id));
  list('/inventory-level/lots', { operation: 'read_lots', filters: { InventoryIds }, render: stocked('lots', lots) });
  app.get('/location', { config: { operation: 'list_locations' } }, () =>
    buildings.map((building) => ({
      ...{ ...building, is_active: true, access_granted: true, is_receiving_enabled: true, is_shipping_enabled: true, attributes: [] },
      ...{ region: { id: 1, name: 'United States' }, services: [], timezone: 'Pacific Standard Time' },
    })),
  );
}

const announce = bodiesFor<Merchant, Merchant>()(receivingBody, refuse(422), (body, merchant, _account, _request, reply) => {
  const made = merchant.announce(body);
  return typeof made === 'string' ? refuse(422)(reply, made) : reply.code(201).send(renderReceiving(made, merchant));
});

export function receivingRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  listRoute<Merchant, KeptReceiving>(app, merchantOf, refusals, {
    ...{ path: '/receiving', operation: 'list_asns', of: ({ receivings }) => receivings.all(), render: renderReceiving },
    filters: { InsertStartDate: since('createdAt'), PurchaseOrderNumbers: among(({ body }) => body.purchase_order_number ?? '') },
    paging: numbered({ page: 'Page', size: 'Limit' }, { usual: 50, most: 100 }),
    send: (records, { total, pages = 0 }, reply) => reply.headers({ 'total-count': total, 'total-pages': pages }).send(records),
  });
  accountRoutes(app, merchantOf)('POST', '/receiving', 'create_asn', announce);
  const route = recordRoutes<Merchant, KeptReceiving>(app, merchantOf, refusals, ({ receivings }, id) => receivings.get(id));
  route('GET', '/receiving/:id', 'get_asn', renderReceiving);
  route('GET', '/receiving/:id/boxes', 'list_boxes', renderBoxes);
  route('POST', '/receiving/:id(^\\d+)::cancel', 'cancel_asn', (order, merchant, _, reply) =>
    merchant.withdraw(order) ? renderReceiving(order, merchant) : refuse(422)(reply, 'The receiving order cannot be cancelled.'),
  );
}
