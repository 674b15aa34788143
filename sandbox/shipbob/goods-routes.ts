import type { FastifyInstance } from 'fastify';
import type { Kept } from '../kit/collection.ts';
import { behind, numbered } from '../kit/paging.ts';
import { type Filter, type Listed, listRoute, recordRoutes } from '../kit/resource.ts';
import { type MerchantOf, refusals, refuse } from './account.ts';
import { buildings, type Product, type Shelf } from './goods.ts';
import { type KeptReceiving, receivingBody, renderBoxes, renderReceiving } from './receiving.ts';

type Merchant = ReturnType<MerchantOf>;
type KeptProduct = Kept<Product>;

const after = (of: (record: { createdAt: number; changedAt: number }) => number) => (value: string) => {
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : (record: { createdAt: number; changedAt: number }) => of(record) >= at;
};
const sku: Filter<KeptProduct> = (value) => {
  const wanted = value.startsWith('any:') ? value.slice(4).split(',') : [value];
  return (product) => wanted.some((each) => product.sku.toLowerCase() === each.toLowerCase());
};
const inventory: Filter<KeptProduct> = (value) => (product) => value.split(',').includes(String(product.id));

export function goodsRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  const list = (path: string, more: Pick<Listed<Merchant, KeptProduct>, 'operation' | 'render' | 'filters' | 'also'>) =>
    listRoute<Merchant, KeptProduct>(app, merchantOf, refusals, {
      ...{ ...more, path, of: ({ products }) => products.all() },
      paging: behind({ cursor: 'cursor', size: 'PageSize' }, { usual: 50, most: 250 }, ({ id }) => [id]),
      send: (items, { next }) => ({ items, first: null, last: null, prev: null, next: next ? `${path}?cursor=${next}` : null }),
    });
  list('/product', {
    ...{ operation: 'list_products', also: ['SortBy', 'SortOrder'], render: renderProduct },
    filters: { SKU: sku, LastUpdatedTimestamp: after(({ changedAt }) => changedAt) },
  });
  list('/inventory-level/locations', {
    operation: 'read_stock',
    render: ({ id, name, sku: own, shelves }) => ({ inventory_id: id, name, sku: own, locations: levels(shelves) }),
  });
  list('/inventory-level/lots', {
    ...{ operation: 'read_lots', filters: { InventoryIds: inventory } },
    render: ({ id, name, sku: own, shelves }) => ({ inventory_id: id, name, sku: own, lots: lotsOf(shelves) }),
  });
  app.get('/location', { config: { operation: 'list_locations' } }, () =>
    buildings.map((building) => ({
      ...{ ...building, is_active: true, access_granted: true, is_receiving_enabled: true, is_shipping_enabled: true, attributes: [] },
      ...{ region: { id: 1, name: 'United States' }, services: [], timezone: 'Pacific Standard Time' },
    })),
  );
  receivingRoutes(app, merchantOf);
}

const renderProduct = ({ id, name, sku: own, upc, isBundle }: KeptProduct) => ({
  ...{ id, name, type: isBundle ? 'Bundle' : 'Regular' },
  variants: [
    {
      ...{ id, name, sku: own, upc, gtin: null, is_digital: false, status: 'Active', inventory: { inventory_id: id, on_hand_qty: 0 } },
      bundle_definition: isBundle ? [{ variant_id: id + 1, quantity: 2 }] : [],
    },
  ],
});

function levels(shelves: readonly Shelf[]) {
  return [...Map.groupBy(shelves, ({ building }) => building)].map(([location_id, rows]) => {
    const sum = (of: (row: Shelf) => number) => rows.reduce((all, row) => all + of(row), 0);
    const [on_hand_quantity, committed_quantity] = [sum(({ onHand }) => onHand), sum(({ committed }) => committed)];
    const name = buildings.find(({ id }) => id === location_id)?.name;
    return {
      ...{ location_id, name, on_hand_quantity, committed_quantity, fulfillable_quantity: on_hand_quantity - committed_quantity },
      ...{ awaiting_quantity: 0, internal_transfer_quantity: 0 },
    };
  });
}

const lotsOf = (shelves: readonly Shelf[]) =>
  [...Map.groupBy(shelves, ({ lot }) => lot)].map(([lot_number, rows]) => ({
    ...{ lot_number, lot_date: rows[0]?.expires ?? null, locations: levels(rows) },
  }));

function receivingRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  listRoute<Merchant, KeptReceiving>(app, merchantOf, refusals, {
    ...{ path: '/receiving', operation: 'list_asns', of: ({ receivings }) => receivings.all() },
    filters: {
      InsertStartDate: after(({ createdAt }) => createdAt),
      PurchaseOrderNumbers: (value) => (order) => value.split(',').includes(order.body.purchase_order_number ?? ''),
    },
    paging: numbered({ page: 'Page', size: 'Limit' }, { usual: 50, most: 100 }),
    render: renderReceiving,
    send: (records, { total, pages = 0 }, reply) => reply.headers({ 'total-count': total, 'total-pages': pages }).send(records),
  });
  app.post('/receiving', { config: { operation: 'create_asn' } }, (request, reply) => {
    const merchant = merchantOf(request);
    const body = receivingBody.safeParse(request.body);
    if (!body.success) return refuse(reply, 422, body.error.issues[0]?.message ?? '', body.error.issues[0]?.path.join('.'));
    const made = merchant.announce(body.data);
    return typeof made === 'string' ? refuse(reply, 422, made) : reply.code(201).send(renderReceiving(made, merchant));
  });
  const route = recordRoutes<Merchant, KeptReceiving>(app, merchantOf, refusals, ({ receivings }, id) => receivings.get(id));
  route('GET', '/receiving/:id', 'get_asn', renderReceiving);
  route('GET', '/receiving/:id/boxes', 'list_boxes', renderBoxes);
  route('POST', '/receiving/:id(^\\d+)::cancel', 'cancel_asn', (order, merchant, _, reply) =>
    merchant.withdraw(order) ? renderReceiving(order, merchant) : refuse(reply, 422, 'The receiving order cannot be cancelled.'),
  );
}
