import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';
import * as samples from './samples.ts';

/** Its clock stands, so that two readings end at the same place. */
const date = 'Sat, 21 Nov 2026 12:00:00 GMT';

/** What a change of an order's shipment leaves there. */
type Kept = { items: object[]; recipient: object };

/** ShipBob as far as the calls are tried one by one: more than a page of orders, and only a change of one is remembered. */
export function startShipBob(): Promise<Edge> {
  const kept: Kept = { items: [lineItem(91, 'MUG', 4), lineItem(92, 'CUP', 2)], recipient: samples.shipment(900).recipient };
  return startEdge((request) => {
    const { method, path } = request;
    const name = path.replace('/2026-07/', '');
    const reply = method === 'GET' ? read(name, request, kept) : written(name, JSON.parse(request.body || '{}'), kept);
    return reply ? { ...reply, headers: { date, ...reply.headers } } : { status: 404, json: {} };
  });
}

/** More than one page. */
const many = Array.from({ length: 120 }, (_, at) => at);

const orders = many.map((at) =>
  samples.order({ id: 500 + at, reference_id: `CD-${at + 1}`, shipments: [samples.shipment(900 + at, at % 2 === 0 ? samples.left : {})] }),
);
const receivings = many.slice(0, 60).map((at) =>
  samples.receiving({
    ...{ id: 443001 + at, purchase_order_number: `CD-P${at + 1}`, status: at % 50 === 0 ? 'Processing' : 'Awaiting' },
    inventory_quantities: [
      { inventory_id: 91, sku: 'MUG', expected_quantity: 40, received_quantity: at % 50 === 0 ? 40 : 0, stowed_quantity: 0 },
    ],
  }),
);

function read(name: string, { query }: EdgeRequest, kept: Kept): EdgeReply | undefined {
  const page = <T>(all: T[]): EdgeReply => {
    const [number, size] = [Number(query.get('Page') ?? 1), Number(query.get('Limit') ?? 50)];
    const headers = { 'total-pages': String(Math.ceil(all.length / size)) };
    return { headers, json: all.slice((number - 1) * size, number * size) };
  };
  if (name === 'order') {
    const references = query.get('ReferenceIds')?.split(',');
    // Nothing has changed since they were made.
    if ((query.get('LastUpdateStartDate') ?? '') > '2026-11-21') return page([]);
    return page(references ? orders.filter(({ reference_id }) => references.includes(reference_id)) : orders);
  }
  if (name === 'receiving') {
    const number = query.get('PurchaseOrderNumbers');
    return page(number === null ? receivings : receivings.filter(({ purchase_order_number }) => purchase_order_number === number));
  }
  if (name === 'product') return products(query);
  return (
    lists[name] ??
    (name.endsWith('/boxes') ? { json: [samples.box({ box_id: Number(name.split('/')[1]) })] } : undefined) ??
    single(name, kept)
  );
}

const single = (name: string, { items, recipient }: Kept): EdgeReply | undefined => {
  if (name.endsWith(':getLineItems')) return { json: items };
  if (name.startsWith('order/'))
    return { json: samples.order({ id: Number(name.split('/')[1]), shipments: [samples.shipment(900, { recipient })] }) };
  return name.startsWith('receiving/') ? { json: samples.receiving() } : undefined;
};

const lineItem = (inventory_id: number, sku: string, quantity: number) => ({
  ...{ inventory_id, quantity, committed_quantity: quantity, is_lot: false, lot: null, product_variant: { id: 31, name: sku, sku } },
});

/** Any SKU that is asked for is there; the whole list goes on behind a cursor. */
function products(query: URLSearchParams): EdgeReply {
  const skus = query.get('SKU')?.replace('any:', '').split(',');
  if (skus) return { json: { items: skus.map((sku) => ({ name: sku, variants: [samples.variant({ sku })] })), next: null } };
  if (query.get('LastUpdatedTimestamp') !== null) return { json: { items: [], next: null } };
  const second = query.get('cursor') !== null;
  const sku = second ? 'CUP' : 'MUG';
  return { json: { items: [{ name: sku, variants: [samples.variant({ sku })] }], next: second ? null : '/product?cursor=abc' } };
}

const lists: Record<string, EdgeReply> = {
  channel: {
    json: { items: [{ id: 100102, name: 'A token', application_name: 'API', scopes: ['orders_write', 'orders_read'] }], next: null },
  },
  location: { json: [{ id: 10, name: 'Moreno Valley (CA)', is_active: true, access_granted: true }] },
  'shipping-method': { json: [{ id: 1, name: 'Standard', active: true, default: true, service_level: { id: 3, name: 'Standard' } }] },
  'inventory-level/locations': {
    json: { items: [{ inventory_id: 91, name: 'Mug', sku: 'MUG', locations: [samples.quantities(10, 40, 4, 36)] }], next: null },
  },
  'inventory-level/lots': { json: { items: [], next: null } },
  webhook: { json: { items: [], next: null } },
};

function written(name: string, body: Record<string, unknown>, kept: Kept): EdgeReply | undefined {
  if (name === 'order') return { status: 201, json: samples.order({ reference_id: body.reference_id }) };
  if (name === 'receiving') return { status: 201, json: samples.receiving({ purchase_order_number: body.purchase_order_number }) };
  if (name === 'webhook') return { json: { id: '77', secret: 'whsec_c2VjcmV0', topics: body.topics, url: body.url } };
  if (/^order\/\d+:cancel$/.test(name))
    return { json: { order: samples.order({ status: 'Cancelled' }), canceled_shipment_results: [], status: 'Success' } };
  if (/^receiving\/\d+:cancel$/.test(name)) return { json: samples.receiving({ status: 'Cancelled' }) };
  if (name.endsWith(':updateLineItems'))
    kept.items = (body.items as { inventory_id: number; quantity: number }[]).map(({ inventory_id, quantity }) =>
      lineItem(inventory_id, inventory_id === 91 ? 'MUG' : 'CUP', quantity),
    );
  if (name.endsWith(':updateAddress'))
    kept.recipient = { ...samples.shipment(900).recipient, name: body.recipient_name, full_name: body.recipient_name };
  return /:update(Address|LineItems)$/.test(name) ? { json: { id: 900, is_success: true, error: null } } : undefined;
}
