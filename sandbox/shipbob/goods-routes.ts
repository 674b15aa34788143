import type { FastifyInstance } from 'fastify';
import type { Kept } from '../kit/collection.ts';
import { behind, numbered } from '../kit/paging.ts';
import { among, type Filter, type Listed, listRoute, recordRoutes, since } from '../kit/resource.ts';
import { type Merchant, type MerchantOf, refusals, refuse } from './account.ts';
import { receivingBody } from './bodies.ts';
import { buildings, type Product } from './goods.ts';
import type { KeptReceiving } from './receiving.ts';
import { levels, lots, renderBoxes, renderProduct, renderReceiving } from './wire.ts';

const sku: Filter<Kept<Product>> = (value) => {
  const wanted = value.startsWith('any:') ? value.slice(4).split(',') : [value];
  return (product) => wanted.some((each) => product.sku.toLowerCase() === each.toLowerCase());
};

export function goodsRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  const list = (path: string, more: Pick<Listed<Merchant, Kept<Product>>, 'operation' | 'render' | 'filters' | 'also'>) =>
    listRoute<Merchant, Kept<Product>>(app, merchantOf, refusals, {
      ...{ ...more, path, of: ({ products }) => products.all() },
      paging: behind({ cursor: 'cursor', size: 'PageSize' }, { usual: 50, most: 250 }, ({ id }) => [id]),
      send: (items, { next }) => ({ items, first: null, last: null, prev: null, next: next ? `${path}?cursor=${next}` : null }),
    });
  const stocked =
    (name: string, of: typeof levels | typeof lots) =>
    ({ id, name: called, sku: own }: Kept<Product>, { shelves, committed }: Merchant) => ({
      ...{
        inventory_id: id,
        name: called,
        sku: own,
        [name]: of(
          shelves.all().filter((shelf) => shelf.sku === own),
          committed(),
        ),
      },
    });
  list('/product', {
    ...{ operation: 'list_products', also: ['SortBy', 'SortOrder'], render: renderProduct },
    filters: { SKU: sku, LastUpdatedTimestamp: since('changedAt') },
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

export function receivingRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  listRoute<Merchant, KeptReceiving>(app, merchantOf, refusals, {
    ...{ path: '/receiving', operation: 'list_asns', of: ({ receivings }) => receivings.all(), render: renderReceiving },
    filters: { InsertStartDate: since('createdAt'), PurchaseOrderNumbers: among(({ body }) => body.purchase_order_number ?? '') },
    paging: numbered({ page: 'Page', size: 'Limit' }, { usual: 50, most: 100 }),
    send: (records, { total, pages = 0 }, reply) => reply.headers({ 'total-count': total, 'total-pages': pages }).send(records),
  });
  app.post('/receiving', { config: { operation: 'create_asn' } }, (request, reply) => {
    const body = receivingBody.safeParse(request.body);
    if (!body.success) return refuse(reply, 422, body.error.issues[0]?.message ?? '', body.error.issues[0]?.path.join('.'));
    const made = merchantOf(request).announce(body.data);
    return typeof made === 'string' ? refuse(reply, 422, made) : reply.code(201).send(renderReceiving(made, merchantOf(request)));
  });
  const route = recordRoutes<Merchant, KeptReceiving>(app, merchantOf, refusals, ({ receivings }, id) => receivings.get(id));
  route('GET', '/receiving/:id', 'get_asn', renderReceiving);
  route('GET', '/receiving/:id/boxes', 'list_boxes', renderBoxes);
  route('POST', '/receiving/:id(^\\d+)::cancel', 'cancel_asn', (order, merchant, _, reply) =>
    merchant.withdraw(order) ? renderReceiving(order, merchant) : refuse(reply, 422, 'The receiving order cannot be cancelled.'),
  );
}
