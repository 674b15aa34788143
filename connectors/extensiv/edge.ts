import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';
import { matches } from './edge-rql.ts';
import * as sample from './sample.ts';

/** Records of a 3PL, as far as the tests need it; a test changes them as it likes. */
export type Vendor = {
  orders: sample.Raw[];
  receivers: sample.Raw[];
  stock: sample.Raw[];
  totals: sample.Raw[];
  items: sample.Raw[];
  /** Called before each request: what somebody else does in the meantime. Returns a reply in place of the vendor's own. */
  before: (request: EdgeRequest, vendor: Vendor) => EdgeReply | undefined;
};

export const vendorOf = (changes: Partial<Vendor> = {}): Vendor => ({
  ...{
    orders: [sample.order(51), sample.order(52, { readOnly: { ...sample.open(52), status: 1, isClosed: true } })],
    before: () => undefined,
  },
  ...{ receivers: [sample.receiver(71), sample.receiver(72, { readOnly: { ...sample.openReceiver(72), status: 1, receiverType: 0 } })] },
  ...{
    stock: [sample.stock(901, 11, 'MUG'), sample.stock(902, 12, 'CUP')],
    totals: [],
    items: [sample.item(11, 'MUG'), sample.item(12, 'CUP')],
  },
  ...changes,
});

/** Serves a vendor's records as rels/ describes them. Versions are the text of a record. */
export async function startExtensiv(vendor = vendorOf()): Promise<Edge & { expireTokens: () => Promise<void> }> {
  let granted = 0;
  let refusedUpTo = 0;
  const edge = await startEdge((request) => {
    if (request.path === '/AuthServer/api/Token') {
      granted += 1;
      return grant(request, granted);
    }
    const token = Number(/^Bearer token-(\d+)$/.exec(request.headers.authorization ?? '')?.[1] ?? 0);
    if (token <= refusedUpTo) return { status: 401 };
    return vendor.before(request, vendor) ?? replyOf(request, vendor);
  });
  return {
    ...edge,
    expireTokens: async () => {
      refusedUpTo = granted;
    },
  };
}

const hal = { 'content-type': 'application/hal+json; charset=utf-8' };
export const credential = { client_id: 'client-one', client_secret: 'secret-two', user_login: 'crossdock', tpl_key: sample.tpl };

function grant({ headers, body }: EdgeRequest, number: number): EdgeReply {
  const { client_id, client_secret, user_login, tpl_key } = credential;
  const isBasic = headers.authorization === `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
  const { grant_type, user_login: login, tpl } = JSON.parse(body);
  if (!isBasic || grant_type !== 'client_credentials' || login !== user_login || tpl !== `{${tpl_key}}`)
    return { status: 401, json: { Message: 'invalid_client: client not registered' } };
  return { json: { access_token: `token-${number}`, token_type: 'Bearer', expires_in: 3600, refresh_token: null, scope: null } };
}

function replyOf(request: EdgeRequest, vendor: Vendor): EdgeReply {
  const { path, method } = request;
  if (method !== 'GET') return written(request, vendor);
  if (path === '/customers/143') return { headers: hal, json: sample.customer };
  if (path === '/properties/carriers') return { headers: hal, json: sample.carriers };
  if (path === '/properties/facilities') return listed(request, 'properties/facility', sample.facilities);
  if (path === '/customers/143/items') return listed(request, 'customers/item', vendor.items);
  if (path === '/orders') return listed(request, 'orders/order', vendor.orders);
  if (path === '/inventory/receivers') return listed(request, 'inventory/receiver', vendor.receivers);
  if (path === '/inventory/stockdetails') return listed(request, 'item', request.query.get('facilityid') === '2' ? vendor.stock : []);
  if (path === '/inventory/stocksummaries') return { headers: hal, json: { totalResults: vendor.totals.length, summaries: vendor.totals } };
  const found = recordAt(path, vendor);
  return found ? { headers: { ...hal, etag: versionOf(found) }, json: found } : { status: 404 };
}

/** As a list is given: matching, sorted, and cut to a page. */
function listed({ query }: EdgeRequest, relation: string, records: sample.Raw[]): EdgeReply {
  const found = records.filter((record) => matches(record, query.get('rql') ?? ''));
  const [sort = ''] = (query.get('sort') ?? '').split(',');
  const sorted = found.toSorted((a, b) => order(sample.at(a, sort.replace('-', '')), sample.at(b, sort.replace('-', ''))));
  if (sort.startsWith('-')) sorted.reverse();
  const [size, page] = [Number(query.get('pgsiz') ?? 100), Number(query.get('pgnum') ?? 1)];
  const name = relation === 'item' ? relation : `http://api.3plCentral.com/rels/${relation}`;
  return {
    headers: hal,
    json: { totalResults: found.length, _embedded: { [name]: sorted.slice((page - 1) * size, page * size) } },
  };
}

const order = (a: unknown, b: unknown) =>
  Number.isFinite(a) && Number.isFinite(b) ? Number(a) - Number(b) : String(a) < String(b) ? -1 : 1;

function recordAt(path: string, { orders, receivers }: Vendor): sample.Raw | undefined {
  const id = Number(path.split('/').find((part) => /^\d+$/.test(part)));
  if (path.startsWith('/orders')) return orders.find((record) => record.readOnly?.orderId === id);
  return receivers.find((record) => record.readOnly?.receiverId === id);
}

export const versionOf = (record: sample.Raw): string => `"${Buffer.from(JSON.stringify(record)).toString('base64url').slice(-40)}"`;

function written({ path, method, body, headers }: EdgeRequest, vendor: Vendor): EdgeReply {
  const json = JSON.parse(body);
  if (path === '/orders/orderholder') return held(json, vendor);
  if (method === 'POST' && path === '/orders') return created(vendor.orders, sample.entered('order', 900 + vendor.orders.length, json));
  if (method === 'POST' && path === '/inventory/receivers')
    return created(vendor.receivers, sample.entered('receiver', 900 + vendor.receivers.length, json));
  const record = recordAt(path, vendor);
  if (!record) return { status: 404 };
  if (headers['if-match'] === undefined) return { status: 428 };
  if (headers['if-match'] !== versionOf(record)) return { status: 412 };
  if (method === 'PUT') return { headers: hal, json: Object.assign(record, sample.saved(json)) };
  record.readOnly = { ...record.readOnly, status: 2 };
  return { status: 204 };
}

function created(records: sample.Raw[], record: sample.Raw): EdgeReply {
  records.push(record);
  return { status: 201, headers: { ...hal, etag: versionOf(record) }, json: record };
}

function held(json: { orderIdentifiers: { id: number }[] }, vendor: Vendor): EdgeReply {
  const ids = json.orderIdentifiers.map(({ id }) => id);
  for (const { readOnly } of vendor.orders)
    if (readOnly && ids.includes(Number(readOnly.orderId))) readOnly.onHoldDate = '2026-11-20T10:00:00';
  return { headers: hal, json: { heldOrderIds: ids } };
}
