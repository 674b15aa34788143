import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { listen, visit } from '../test/visit.ts';
import { strayIn } from './published.ts';
import { bigCommerce } from './stand-in.ts';

type Order = { id: number; consignments: { shipping: [{ id: number; line_items: [object & { id: number }] }] } };
const goods = 'include=consignments.line_items&consignment_structure=object';

async function store(limit?: number) {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const { sandbox, control } = await visit({ clock, ...(limit && { limits: { bigcommerce: limit } }) });
  const account = control.of(bigCommerce);
  account.products.add({ sku: 'MUG', name: 'A mug', stock: 5 });
  const call = async <T = Record<string, unknown>>(path: string, body?: object, method = body ? 'POST' : 'GET', hash = 'demogifts1') => {
    const response = await fetch(`${sandbox.origin}/bigcommerce/stores/${hash}${path}`, {
      ...{ method, headers: { 'x-auth-token': 'demo-bigcommerce-token', ...(body && { 'content-type': 'application/json' }) } },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as T };
  };
  const enter = (changes: object = {}) => account.enter({ items: [{ sku: 'MUG', quantity: 2 }], ...changes });
  const ship = (id: number, quantity: number, changes: object = {}) =>
    call(`/v2/orders/${id}/shipments`, {
      ...{
        order_address_id: id + 5_000,
        tracking_number: '1Z9',
        comments: 'UPS',
        items: [{ order_product_id: id * 100, quantity }],
        ...changes,
      },
    });
  return { account, clock, call, enter, ship };
}

test('an empty list of v2 has no body, and a list has what changed, to the second, without what is archived', async () => {
  const { call, clock, enter, account } = await store();
  expect(await call('/v2/orders')).toMatchObject({ status: 204, body: null });
  const first = enter();
  clock.advance(60_500);
  const second = enter();
  const ids = async (query: string) => (await call<Order[] | null>(`/v2/orders?${query}`)).body?.map(({ id }) => id) ?? [];
  expect(await ids('min_date_modified=2026-11-20T10:01:00Z&sort=date_modified:asc')).toEqual([second.id]);
  account.act(String(second.id), { archive: true });
  expect([await ids('status_id=11'), (await call(`/v2/orders/${second.id}`)).body]).toMatchObject([[first.id], { is_deleted: true }]);
  expect((await call('/v2/orders?mood=good')).status).toBe(400);
});

test('an order has its goods where it is asked for with them, and no field that is not published', async () => {
  const { call, enter, ship } = await store();
  const { id } = enter();
  expect((await call<{ consignments: object }>(`/v2/orders/${id}`)).body.consignments).toHaveProperty('url');
  await ship(id, 1);
  const order = (await call<Order>(`/v2/orders/${id}?${goods}`)).body;
  const [consignment] = order.consignments.shipping;
  const [shipment] = (await call<[object]>(`/v2/orders/${id}/shipments`)).body;
  const product = (await call<{ data: [{ variants: [object] }] }>('/v3/catalog/products?include=variants')).body.data[0];
  expect([
    ...[...strayIn('order', order), ...strayIn('consignment', consignment), ...strayIn('line', consignment.line_items[0])],
    ...[...strayIn('shipment', shipment), ...strayIn('product', product), ...strayIn('variant', product.variants[0])],
  ]).toEqual([]);
});

test('a shipment makes an order partly shipped or shipped, and is refused for more than is left or another address', async () => {
  const { ship, enter, account } = await store();
  const { id } = enter();
  expect([(await ship(id, 1)).status, account.orders.get(id)?.status]).toEqual([201, 3]);
  expect([(await ship(id, 2)).status, (await ship(id, 1, { order_address_id: 1 })).status]).toEqual([400, 400]);
  expect([(await ship(id, 1)).status, account.orders.get(id)?.status]).toEqual([201, 2]);
});

test('a shipment with a longer tracking number or link than is published is refused', async () => {
  const { ship, enter } = await store();
  const { id } = enter();
  const status = async (changes: object) => (await ship(id, 1, changes)).status;
  expect(await status({ tracking_number: '1'.repeat(51) })).toBe(400);
  expect(await status({ tracking_link: `https://a.example/${'x'.repeat(500)}` })).toBe(400);
  expect(await status({ tracking_number: '1'.repeat(50) })).toBe(201);
});

test('the shipments of an order come in pages, the last of which has no body', async () => {
  const { call, enter, ship } = await store();
  const { id } = enter();
  for (const _ of ['one', 'two']) await ship(id, 1);
  const page = async (number: number) => (await call<object[] | null>(`/v2/orders/${id}/shipments?limit=1&page=${number}`)).body?.length;
  expect([await page(1), await page(2), await page(3)]).toEqual([1, 1, undefined]);
  expect((await call(`/v2/orders/${id}/shipments?limit=251`)).status).toBe(400);
});

test('a change of stock is refused whole for one item that is wrong', async () => {
  const { call, account } = await store();
  const set = (...skus: string[]) =>
    call('/v3/inventory/adjustments/absolute', { reason: 'x', items: skus.map((sku) => ({ location_id: 1, sku, quantity: 9 })) }, 'PUT');
  expect([(await set('MUG', 'GONE')).status, account.products.get(71)?.stock]).toEqual([422, 5]);
  expect([(await set('MUG')).status, account.products.get(71)?.stock]).toEqual([200, 9]);
});

test('a delivery has the headers that were given with its subscription, and the id of what changed', async () => {
  const { call, enter } = await store();
  const heard = await listen(200);
  const made = await call<{ data: object }>('/v3/hooks', {
    scope: 'store/order/*',
    destination: heard.url,
    headers: { 'x-secret': 's3cret' },
  });
  const { id } = enter();
  const { headers, body } = await heard.next();
  expect([headers['x-secret'], JSON.parse(body)]).toMatchObject(['s3cret', { scope: 'store/order/updated', data: { type: 'order', id } }]);
  expect(strayIn('hook', made.body.data)).toEqual([]);
});

test('half a minute has as many requests as the plan allows, which each reply says in milliseconds', async () => {
  const { call } = await store(2);
  await call('/v2/store');
  expect((await call('/v2/store')).headers.get('x-rate-limit-requests-left')).toBe('0');
  const refused = await call('/v2/store');
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('x-rate-limit-time-reset-ms')]).toEqual([
    429,
    null,
    '30000',
  ]);
});

test('a token is good for its own store', async () => {
  const { call } = await store();
  expect((await call('/v2/store', undefined, 'GET', 'secondst01')).status).toBe(403);
});
