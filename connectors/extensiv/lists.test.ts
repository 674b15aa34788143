import { expect, test } from 'vitest';
import type { Cursor, InboundNotice } from '../contract.ts';
import { had } from '../contract-suite/opened.ts';
import type { Vendor } from './edge.ts';
import { anOrder, openVendor } from './opened-by-tests.ts';
import { order, type Raw, stock } from './sample.ts';

const since = new Date('2026-11-20T00:00:00Z');
const embedded = (name: string, records: unknown[]) => ({ _embedded: { [`http://api.3plCentral.com/rels/${name}`]: records } });
const notice: InboundNotice = {
  ...{ reference: 'po-99', warehouseId: '2', orderNumbers: [], expectedAt: null, carrier: null, freightNumber: null },
  lines: [{ lineReference: 'l-1', sku: 'MUG', quantity: 48, lot: null, expectedAt: null }],
};
const lists = new Set(['/orders', '/inventory/receivers', '/inventory/stockdetails']);

test.each([
  ['counts a record and shows none', { json: { totalResults: 1 } }],
  [
    'counts a record and shows an empty list',
    { json: { totalResults: 1, _embedded: { item: [], ...embedded('orders/order', [])._embedded } } },
  ],
  ['is not there', { status: 404 }],
  ['is gone', { status: 410 }],
])('a list that %s is never taken for an empty one', async (_why, reply) => {
  const { warehouse, vendor } = await openVendor({
    before: ({ method, path }) => (method === 'GET' && lists.has(path) ? reply : undefined),
  });
  const failed = { ok: false, failure: { kind: 'retry' } };
  for (const call of [
    () => warehouse.findOrder('order-51'),
    () => warehouse.submitOrder(anOrder()),
    () => warehouse.findAsn?.('po-71'),
    () => warehouse.createAsn?.(notice),
    () => warehouse.orderChanges.read(null, since),
    () => warehouse.stock(null),
  ])
    expect(await call()).toMatchObject(failed);
  expect([vendor.orders.length, vendor.receivers.length]).toEqual([2, 2]);
});

test('a short number that thousands of longer ones contain is found, whole, and among others', async () => {
  const longer = Array.from({ length: 2_500 }, (_, at) => order(1_000 + at, { poNum: `70${at}` }));
  const carrying = [order(1, { poNum: '7' }), order(2, { poNum: '8, 7, 9' }), order(3, { poNum: '7, 9' }), order(4, { poNum: '8, 7' })];
  const { warehouse } = await openVendor({ orders: [...carrying, ...longer] });
  const found = had(await warehouse.findOrdersByNumber?.('7'));
  expect(found.map(({ providerRef }) => providerRef)).toEqual(['1', '2', '3', '4']);
});

test('where more than two thousand carry a number nothing is known, and nothing is sent', async () => {
  const many = Array.from({ length: 2_001 }, (_, at) => order(1_000 + at, { poNum: 'SAMPLE' }));
  // Each look at the clock is a second later, so that no page waits for its turn.
  let at = Date.parse('2026-11-21T12:00:00Z');
  const { warehouse, vendor, edge } = await openVendor({ orders: many }, {}, () => {
    at += 1_000;
    return new Date(at);
  });
  const unknown = { ok: false, failure: { kind: 'rejected', code: 'other', reason: { code: 'extensiv.too_many' } } };
  expect(await warehouse.findOrdersByNumber?.('SAMPLE')).toMatchObject(unknown);
  // As a 3PL that ignores the condition would: all of them seem to have the reference.
  const key = 'http://api.3plCentral.com/rels/orders/order';
  vendor.before = ({ method, path, query }) => {
    if (method !== 'GET' || path !== '/orders') return undefined;
    const rest = many.filter(({ readOnly }) => readOnly.orderId > afterIn(query, 'readonly.orderid'));
    return { json: { totalResults: rest.length, _embedded: { [key]: rest.slice(0, 100) } } };
  };
  expect(await warehouse.submitOrder(anOrder())).toMatchObject(unknown);
  expect(edge.requests.filter(({ method, path }) => method === 'POST' && path === '/orders')).toEqual([]);
});

/** A server that gives two records at most, whatever is asked. */
const sparing =
  (path: string, name: string, records: (query: URLSearchParams) => Raw[]): Vendor['before'] =>
  (request) => {
    if (request.method !== 'GET' || request.path !== path || request.query.get('pgsiz') === '1') return undefined;
    const found = records(request.query);
    return {
      json: {
        totalResults: found.length,
        ...(name === 'item' ? { _embedded: { item: found.slice(0, 2) } } : embedded(name, found.slice(0, 2))),
      },
    };
  };
const afterIn = (query: URLSearchParams, name: string) => Number(new RegExp(`${name}=gt=(\\d+)`).exec(query.get('rql') ?? '')?.[1] ?? 0);

test('a page that is shorter than asked does not end a list that counts more', async () => {
  const orders = [1, 2, 3, 4, 5].map((id) => order(id, { referenceNum: 'order-1', poNum: 'SO-1' }));
  const before = sparing('/orders', 'orders/order', (query) =>
    orders.filter(({ readOnly }) => readOnly.orderId > afterIn(query, 'readonly.orderid')),
  );
  const { warehouse } = await openVendor({ orders, before });
  expect(had(await warehouse.findOrdersByNumber?.('SO-1'))).toHaveLength(5);
  const read: string[] = [];
  let cursor: Cursor | null = null;
  for (let more = true; more; ) {
    const page: Awaited<ReturnType<typeof warehouse.orderChanges.read>> = await warehouse.orderChanges.read(cursor, since);
    read.push(...had(page).records.map(({ providerRef }) => providerRef));
    ({ next: cursor, more } = had(page));
  }
  expect(read).toEqual(['1', '2', '3', '4', '5']);
});

test('a count is as of when the first request for it left, not of when it began to wait for its turn', async () => {
  let at = Date.parse('2026-11-21T12:00:00Z');
  const left: string[] = [];
  const { warehouse } = await openVendor(
    {
      stock: Array.from({ length: 501 }, (_, n) => stock(n + 1, n + 1, `SKU-${n}`)),
      before: ({ path }) => {
        if (path === '/inventory/stockdetails') left.push(new Date(at).toISOString());
        return undefined;
      },
    },
    { facility_id: '2' },
    () => {
      at += 1_000;
      return new Date(at);
    },
  );
  const first = had(await warehouse.stock(null));
  const second = had(await warehouse.stock(first.next));
  expect([first, second].map(({ takenAt }) => takenAt.toISOString())).toEqual([left[0], left[0]]);
  expect(left.length).toBeGreaterThan(1);
});

test('a page of stock that is shorter than asked does not end a count', async () => {
  const deliveries = [stock(1, 11, 'MUG'), stock(2, 11, 'MUG'), stock(3, 11, 'MUG'), stock(4, 12, 'CUP')];
  const before = sparing('/inventory/stockdetails', 'item', (query) =>
    deliveries.filter(
      ({ receiveItemId, itemIdentifier: { id } }) =>
        receiveItemId > afterIn(query, 'receiveitemid') &&
        id > afterIn(query, 'itemidentifier.id') &&
        (!query.get('rql')?.includes('itemidentifier.id==') || query.get('rql')?.includes(`itemidentifier.id==${id}`)),
    ),
  );
  const { warehouse } = await openVendor({ before }, { facility_id: '2' });
  const first = had(await warehouse.stock(null));
  const second = had(await warehouse.stock(first.next));
  expect([...first.records, ...second.records].map(({ sku, onHand }) => [sku, onHand])).toEqual([
    ['MUG', 30],
    ['CUP', 10],
  ]);
});

test('deliveries of an item that goes on beyond its page, out of their order, are not believed', async () => {
  const before = sparing('/inventory/stockdetails', 'item', () => [stock(3, 11, 'MUG'), stock(1, 11, 'MUG'), stock(2, 11, 'MUG')]);
  const { warehouse } = await openVendor({ before }, { facility_id: '2' });
  const read = await warehouse.stock(null);
  expect(read).toMatchObject({ ok: false, failure: { reason: { code: 'extensiv.unsorted' } } });
});
