import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';

export type RawRecord = { id: number } & Record<string, unknown>;

const address = {
  ...{ first_name: 'Anna', last_name: 'Lindqvist', company: '', address_1: '12 Mill Lane', address_2: 'Flat 2', city: 'Leeds' },
  ...{ state: '', postcode: 'LS1 4DY', country: 'GB', email: 'anna@example.com', phone: '+44 113 496 0000' },
};

/** An order as v3 sends it: money as text, the price of a line as a number, times without a zone. */
export const wooOrder = (id: number, changes: Record<string, unknown> = {}): RawRecord => ({
  ...{ id, number: `10${id}`, status: 'processing', currency: 'GBP', customer_id: 0, customer_note: '' },
  ...{ date_created_gmt: '2026-11-20T10:15:30', date_modified_gmt: '2026-11-20T10:15:30', date_paid_gmt: '2026-11-20T10:15:30' },
  ...{ total: '13.80', total_tax: '2.30', shipping_total: '2.50', billing: address, shipping: { ...address, email: undefined } },
  shipping_lines: [{ id: 9, method_id: 'flat_rate', instance_id: '3', method_title: 'Standard' }],
  line_items: [
    {
      ...{ id: 41, name: 'A mug – blue', product_id: 7, variation_id: 71, sku: 'MUG-BLUE', quantity: 2, price: 4.5, total: '9.00' },
      ...{ image: { id: 5, src: 'https://shop.example.com/mug.jpg' } },
      meta_data: [
        { id: 1, key: 'colour', value: 'blue', display_key: 'Colour', display_value: 'blue' },
        { id: 2, key: '_reduced_stock', value: '2', display_key: '_reduced_stock', display_value: '2' },
      ],
    },
  ],
  fee_lines: [],
  refunds: [],
  ...changes,
});

export const wooProduct = (id: number, changes: Record<string, unknown> = {}): RawRecord => ({
  ...{ id, name: `Product ${id}`, type: 'simple', sku: `SKU-${id}`, parent_id: 0, permalink: `https://shop.example.com/p/${id}` },
  ...{ global_unique_id: '', stock_quantity: 5, attributes: [], images: [] },
  ...changes,
});

export type Shop = {
  orders: RawRecord[];
  products: RawRecord[];
  variations: Record<string, RawRecord[]>;
  refunds: Record<string, unknown[]>;
  /** Whether it keeps parcels as fulfilments. */
  hasFulfilments: boolean;
  fulfilments: Record<string, RawRecord[]>;
  /** It lists them in a wrapper, as versions 10.1 and 10.2 do. */
  isWrapped?: boolean;
  notes: Record<string, RawRecord[]>;
  webhooks: RawRecord[];
};

export const shopOf = (changes: Partial<Shop> = {}): Shop => ({
  ...{ orders: [wooOrder(1), wooOrder(2), wooOrder(3)], products: [wooProduct(7), wooProduct(8)], variations: {}, refunds: {} },
  ...{ hasFulfilments: true, fulfilments: {}, notes: {}, webhooks: [], ...changes },
});

/** v3 as far as the tests need it. */
export const startShop = (shop: Shop = shopOf()): Promise<Edge> => startEdge((request) => reply(request, shop));

const noRoute = { status: 404, json: { code: 'rest_no_route', message: 'No route was found matching the URL and request method.' } };
const dated = { date: 'Sat, 21 Nov 2026 12:00:00 GMT' };

function reply(request: EdgeRequest, shop: Shop): EdgeReply {
  const { method, path, query } = request;
  if (path === '/wp-json/')
    return { json: { name: 'Leeds Mugs', url: 'https://shop.example.com', home: 'https://www.shop.example.com/en/' } };
  const [, kind = '', id, below, more] = /^\/wp-json\/wc\/v3\/(\w+)(?:\/(\w+))?(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
  if (kind === 'orders') return id ? ofOrder(request, shop, id, below) : { headers: dated, json: listed(shop.orders, query) };
  if (kind === 'shipping')
    return {
      json: below
        ? more
          ? [{ id: 3, instance_id: 3, title: 'Standard', enabled: true, method_id: 'flat_rate' }]
          : {}
        : [{ id: 1, name: 'UK' }],
    };
  if (kind === 'webhooks') return webhooks(request, shop, id);
  if (kind !== 'products') return noRoute;
  if (method === 'POST') return { json: { update: (JSON.parse(request.body) as { update: RawRecord[] }).update } };
  if (below === 'variations') return { json: paged(shop.variations[id ?? ''] ?? [], query) };
  const included = query.get('include')?.split(',');
  if (included) return { json: shop.products.filter((product) => included.includes(String(product.id))) };
  // The whole of it is one SKU, too.
  const skus = query
    .get('sku')
    ?.split(',')
    .concat(query.get('sku') ?? '');
  const all = [...shop.products, ...Object.values(shop.variations).flat()];
  return { headers: dated, json: skus ? all.filter(({ sku }) => skus.includes(String(sku))) : listed(shop.products, query) };
}

/** By id, from an offset, of what was modified since. As `any` is asked for, all but what is in the trash. */
function listed(records: RawRecord[], query: URLSearchParams): RawRecord[] {
  const since = query.get('modified_after') ?? '';
  const statuses = query.get('status')?.split(',') ?? ['any'];
  const isListed = (status: unknown) => (statuses.includes('any') ? status !== 'trash' : statuses.includes(String(status)));
  const included = query.get('include')?.split(',');
  const named = included ? records.filter(({ id }) => included.includes(String(id))) : records;
  const matching = named.filter(
    ({ date_modified_gmt = '2026-11-20T10:15:30', status }) => String(date_modified_gmt) > since && isListed(status),
  );
  return paged(
    matching.toSorted((a, b) => a.id - b.id),
    query,
  );
}

function paged<T>(records: T[], query: URLSearchParams): T[] {
  const size = Number(query.get('per_page') ?? 10);
  const from = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * size);
  return records.slice(from, from + size);
}

function ofOrder({ method, body, query }: EdgeRequest, shop: Shop, id: string, below: string | undefined): EdgeReply {
  const order = shop.orders.find((each) => String(each.id) === id);
  if (!order) return { status: 404, json: { code: 'woocommerce_rest_shop_order_invalid_id', message: 'Invalid ID.' } };
  if (below === 'refunds') return { json: paged(shop.refunds[id] ?? [], query) };
  if (below === 'fulfillments' && !shop.hasFulfilments) return noRoute;
  if (below === 'fulfillments' || below === 'notes') {
    const kept = below === 'notes' ? shop.notes : shop.fulfilments;
    const of = kept[id] ?? [];
    kept[id] = of;
    if (method !== 'POST') return { json: shop.isWrapped && below === 'fulfillments' ? { fulfillments: of } : of };
    const added = { id: 900 + of.length, ...(JSON.parse(body) as object) };
    of.push(added);
    return { status: 201, json: added };
  }
  if (method === 'PUT') Object.assign(order, JSON.parse(body));
  return { json: order };
}

function webhooks({ method, body, query }: EdgeRequest, shop: Shop, id: string | undefined): EdgeReply {
  if (method === 'GET') return { json: paged(shop.webhooks, query) };
  const { secret: _, ...values } = JSON.parse(body || '{}') as Record<string, unknown>;
  const webhook = shop.webhooks.find((each) => String(each.id) === id);
  if (method === 'DELETE') shop.webhooks.splice(0, shop.webhooks.length, ...shop.webhooks.filter((each) => each !== webhook));
  else if (webhook) Object.assign(webhook, values);
  else shop.webhooks.push({ id: 500 + shop.webhooks.length, ...values });
  return { json: webhook ?? shop.webhooks.at(-1) };
}
