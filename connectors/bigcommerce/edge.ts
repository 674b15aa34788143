import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';

export type RawRecord = { id: number } & Record<string, unknown>;

const address = {
  ...{ first_name: 'Anna', last_name: 'Lindqvist', company: '', street_1: '12 Mill Lane', street_2: 'Flat 2', city: 'Leeds', state: '' },
  ...{ zip: 'LS1 4DY', country: 'United Kingdom', country_iso2: 'GB', phone: '+44 113 496 0000', email: 'anna@example.com' },
};

export const bigLine = (id: number, changes: Record<string, unknown> = {}) => ({
  ...{ id, order_id: 1, product_id: 77, variant_id: 71, order_address_id: 51, name: 'A mug', sku: 'MUG', upc: '', type: 'physical' },
  ...{ quantity: 2, quantity_refunded: 0, quantity_shipped: 0, price_ex_tax: '4.5000', price_inc_tax: '5.4000', weight: '0.4000' },
  product_options: [{ id: 45, display_name: 'Colour', display_value: 'Blue' }],
  ...changes,
});

/** An order as v2 sends it with its goods: dates as in mails, money as text with four decimals. */
export const bigOrder = (id: number, changes: Record<string, unknown> = {}, lines = [bigLine(id * 10)]): RawRecord => ({
  ...{ id, status_id: 11, status: 'Awaiting Fulfillment', customer_id: 0, is_deleted: false, payment_status: 'captured' },
  ...{ date_created: 'Fri, 20 Nov 2026 10:15:30 +0000', date_modified: 'Fri, 20 Nov 2026 10:15:30 +0000', currency_code: 'EUR' },
  ...{ default_currency_code: 'GBP', total_inc_tax: '13.8000', total_tax: '2.3000', shipping_cost_inc_tax: '2.5000' },
  ...{ customer_message: '', staff_notes: '', billing_address: address, external_order_id: '' },
  consignments: {
    ...{ pickups: [], downloads: [], email: { gift_certificates: [] } },
    shipping: [{ id: 51, ...address, shipping_method: 'Royal Mail 24', line_items: lines }],
  },
  ...changes,
});

export const bigVariant = (id: number, sku: string) => ({ id, sku, upc: '', image_url: '', inventory_level: 5, option_values: [] });
export const bigProduct = (id: number, changes: Record<string, unknown> = {}): RawRecord => ({
  ...{ id, name: `Product ${id}`, sku: `SKU-${id}`, type: 'physical', date_modified: `2026-11-2${id - 7}T10:00:00+00:00` },
  ...{ custom_url: { url: `/p-${id}/` }, variants: [bigVariant(id * 10, `SKU-${id}`)], ...changes },
});

export type Store = {
  orders: RawRecord[];
  products: RawRecord[];
  shipments: Record<string, RawRecord[]>;
  hooks: RawRecord[];
  locations: RawRecord[];
  unknownSkus: string[];
  otherLines: Record<string, unknown[]>;
};

export const storeOf = (changes: Partial<Store> = {}): Store => ({
  ...{ orders: [bigOrder(1), bigOrder(2), bigOrder(3)], products: [bigProduct(7), bigProduct(8)] },
  ...{ shipments: {}, hooks: [], locations: [{ id: 1, label: 'Leeds', enabled: true }], unknownSkus: [], otherLines: {}, ...changes },
});

/** The API as far as the tests need it. */
export const startStore = (store: Store = storeOf()): Promise<Edge> => startEdge((request) => reply(request, store));

/** An empty list of v2 has no body. */
const v2 = (records: unknown[]): EdgeReply => (records.length > 0 ? { json: records } : { status: 204, text: '' });
const missing = { status: 404, json: [{ status: 404, message: 'The requested resource was not found.' }] };

function reply({ method, path, query, body }: EdgeRequest, store: Store): EdgeReply {
  const json = body === '' ? undefined : (JSON.parse(body) as Record<string, unknown>);
  const [, where = '', id = '', below = ''] =
    /^\/stores\/abc123\/(v2\/\w+|v3\/[a-z]+(?:\/[a-z]+)*)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
  if (where === 'v2/store') return { json: { id: 'abc123', name: 'Leeds Mugs', domain: 'mugs.example.com', secure_url: '' } };
  if (where === 'v2/shipping') return id === 'zones' && below === '' ? { json: [{ id: 1, name: 'UK' }] } : missing;
  if (where === 'v3/inventory/locations') return { json: { data: paged(store.locations, query) } };
  if (where === 'v3/inventory/adjustments/absolute') return adjusted(json, store);
  if (where === 'v3/catalog/products') return { json: { data: paged(store.products, query) } };
  if (where === 'v3/hooks' && method === 'GET') return { json: { data: paged(store.hooks, query) } };
  if (where === 'v3/hooks') return hooks(method, id, json, store);
  if (where !== 'v2/orders') return { status: 404, json: { title: 'Not found' } };
  if (id === '') return v2(listed(store.orders, query).map(cut));
  const order = store.orders.find((each) => String(each.id) === id);
  if (!order) return missing;
  if (below === 'products') return v2(paged([...(store.otherLines[id] ?? []), ...linesOf(order)], query));
  if (below !== 'shipments') return { json: cut(order) };
  const shipments = store.shipments[id] ?? [];
  if (method !== 'POST') return v2(paged(shipments, query));
  store.shipments[id] = [...shipments, { id: 900 + shipments.length, ...json }];
  return { status: 201, json: store.shipments[id]?.at(-1) };
}

const linesOf = ({ consignments }: RawRecord) =>
  (consignments as { shipping: { line_items: unknown[] }[] }).shipping.flatMap(({ line_items }) => line_items);

/** With its consignments an order has fifty lines of each, and says where that is not all. */
function cut(order: RawRecord): RawRecord {
  const consignments = order.consignments as { shipping: { line_items: unknown[] }[] };
  const message = 'Not all line items of this consignment are returned with this response, only 50 are included.';
  const shipping = consignments.shipping.map((one) =>
    one.line_items?.length > 50 ? { ...one, line_items: one.line_items.slice(0, 50), __warning__: { message } } : one,
  );
  return { ...order, consignments: { ...consignments, shipping } };
}

function paged<T>(records: T[], query: URLSearchParams): T[] {
  const size = Number(query.get('limit') ?? 50);
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  return records.slice(from, from + size);
}

function listed(orders: RawRecord[], query: URLSearchParams): RawRecord[] {
  const since = Date.parse(query.get('min_date_modified') ?? '1970-01-01');
  const status = query.get('status_id');
  const modified = ({ date_modified }: RawRecord) => Date.parse(String(date_modified));
  const fitting = orders.filter((order) => modified(order) >= since && (status === null || String(order.status_id) === status));
  return paged(
    fitting.toSorted((a, b) => modified(a) - modified(b)),
    query,
  );
}

function adjusted(json: Record<string, unknown> = {}, { unknownSkus }: Store): EdgeReply {
  const wrong = (json.items as { sku?: string }[]).find(({ sku }) => sku !== undefined && unknownSkus.includes(sku));
  return wrong
    ? { status: 422, json: { status: 422, title: `Unknown sku ${wrong.sku}`, errors: {} } }
    : { json: { transaction_id: 't-1' } };
}

function hooks(method: string, id: string, json: Record<string, unknown> | undefined, store: Store): EdgeReply {
  const hook = store.hooks.find((each) => String(each.id) === id);
  if (method === 'POST') store.hooks.push({ id: 500 + store.hooks.length, ...json });
  else if (method === 'PUT' && hook) Object.assign(hook, json);
  else if (method === 'DELETE') store.hooks = store.hooks.filter((each) => each !== hook);
  return { json: { data: hook ?? {} } };
}
