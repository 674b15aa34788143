import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { listen, visit } from '../test/visit.ts';
import type { NewProduct } from './product.ts';
import { newProduct } from './product.ts';
import { fulfillment, hook, method, note, order as orderShape, product as productShape, refund as refundShape, zone } from './published.ts';
import { wooCommerce } from './stand-in.ts';

type Listed = { id: number; status: string; number: string }[];

async function shopWith(products: NewProduct[] = [{ sku: 'MUG', stock: 10 }]) {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const visited = await visit({ clock });
  const shop = visited.control.of(wooCommerce);
  const ids = products.map((product) => shop.products.add(newProduct.parse(product)).id);
  const authorization = `Basic ${Buffer.from(`${shop.key}:${shop.secret}`).toString('base64')}`;
  const call = async <T = Record<string, unknown>>(path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const response = await fetch(`${visited.sandbox.origin}/woocommerce/demo/wp-json/wc/v3${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as T };
  };
  const mug = (quantity = 1) => shop.enter({ items: [{ sku: 'MUG', quantity }] });
  return { ...visited, clock, shop, ids, call, mug };
}

test('a filter is by the site’s clock unless GMT is asked for, and to the second', async () => {
  const { call, mug, clock } = await shopWith();
  mug();
  clock.advance(60_500);
  const second = mug();
  const ids = async (query: string) => (await call<Listed>(`/orders?${query}`)).body.map(({ id }) => id);
  expect(await ids('modified_after=2026-11-20T10:00:30&dates_are_gmt=true')).toEqual([second.id]);
  expect(await ids('modified_after=2026-11-20T05:00:30')).toEqual([second.id]);
  expect(await ids('modified_after=2026-11-20T10:00:30')).toEqual([]);
  expect(await ids('modified_after=2026-11-20T10:01:00&dates_are_gmt=true')).toEqual([]);
  expect((await call('/orders?modified_after=soon')).status).toBe(400);
});

test('pages shift while orders come, and say how many there are', async () => {
  const { call, mug } = await shopWith();
  const entered = [mug(), mug(), mug()].map(({ id }) => id);
  const first = await call<Listed>('/orders?per_page=2');
  expect(first.body.map(({ id }) => id)).toEqual(entered.slice(1).toReversed());
  expect([first.headers.get('x-wp-total'), first.headers.get('x-wp-totalpages'), first.headers.get('link')]).toEqual([
    ...['3', '2', expect.stringMatching(/page=2>; rel="next"$/)],
  ]);
  mug();
  expect((await call<Listed>('/orders?per_page=2&page=2')).body.map(({ id }) => id)).toEqual([entered[1], entered[0]]);
  expect([(await call('/orders?per_page=101')).status, (await call('/orders?mood=good')).status]).toEqual([400, 400]);
});

test('the refunds of an order come in pages, the newest first unless it is said otherwise', async () => {
  const { call, mug, shop } = await shopWith();
  const order = mug(9);
  for (const quantity of [1, 2]) shop.refund(order, [{ sku: 'MUG', quantity }]);
  const path = `/orders/${order.id}/refunds`;
  const [first, second] = order.refunds.map(({ id }) => id);
  const ids = async (query: string) => (await call<{ id: number }[]>(`${path}?${query}`)).body.map(({ id }) => id);
  expect([await ids('per_page=1'), await ids('per_page=1&page=2'), await ids('per_page=1&page=3')]).toEqual([[second], [first], []]);
  expect(await ids('orderby=id&order=asc')).toEqual([first, second]);
  expect((await call(`${path}?per_page=101`)).status).toBe(400);
});

test('what is in the trash is listed by its own name alone', async () => {
  const { call, mug, shop } = await shopWith();
  const trashed = mug();
  shop.change(trashed, { status: 'trash' });
  const count = async (query: string) => (await call<Listed>(`/orders${query}`)).body.length;
  expect([await count(''), await count('?status=any,trash'), await count('?status=trash')]).toEqual([0, 0, 1]);
});

test('a read of what is missing is a 404, and an update of it a 400', async () => {
  const { call } = await shopWith();
  expect((await call('/orders/1')).status).toBe(404);
  expect(await call('/orders/1', { status: 'completed' }, 'PUT')).toMatchObject({
    status: 400,
    body: { code: 'woocommerce_rest_shop_order_invalid_id' },
  });
});

test('an order takes its goods out of stock, and gives back what was cancelled or refunded', async () => {
  const { mug, shop, ids } = await shopWith();
  const stock = () => shop.products.get(ids[0])?.stock;
  const [first, second] = [mug(2), mug(3)];
  expect(stock()).toBe(5);
  shop.change(first, { status: 'cancelled' });
  shop.refund(second, [{ sku: 'MUG', quantity: 1 }]);
  expect(stock()).toBe(8);
});

test('what is downloaded is fulfilled by the shop once it is paid; a refund of all its money refunds an order, and one without postage does not', async () => {
  const { shop, call } = await shopWith([{ sku: 'MUG' }, { sku: 'E-BOOK', isDownloadable: true }]);
  const items = ['MUG', 'E-BOOK'].map((sku) => ({ sku, quantity: 1 }));
  const order = shop.enter({ items, status: 'pending', shipping_total: '2.50' });
  const fulfilled = async () => (await call<{ meta_data: { key: string; value: unknown }[] }[]>(`/orders/${order.id}/fulfillments`)).body;
  expect(await fulfilled()).toEqual([]);
  shop.change(order, { status: 'processing' });
  shop.change(order, { status: 'completed' });
  const all = await fulfilled();
  expect(all.map(({ meta_data }) => meta_data[0])).toMatchObject([{ key: '_items', value: [{ item_id: order.lines[1]?.id, qty: 1 }] }]);
  shop.refund(order, items);
  expect(order.status).toBe('completed');
  const free = shop.enter({ items });
  expect(free.fulfillments).toHaveLength(1);
  shop.refund(free, items);
  expect(free.status).toBe('refunded');
});

test('the stock of a variation is written below its product, and outcomes are told one by one', async () => {
  const { call, ids, shop } = await shopWith([{ sku: 'SHIRT', isVariable: true }, { sku: 'MUG' }]);
  const { id } = shop.products.add(newProduct.parse({ sku: 'SHIRT-S', parent: ids[0] }));
  const set = { id, manage_stock: true, stock_quantity: 4 };
  const outcome = async (parent: number | undefined) =>
    (await call<{ update: object[] }>(`/products/${parent}/variations/batch`, { update: [set] })).body.update;
  expect(await outcome(ids[1])).toEqual([{ id, error: expect.objectContaining({ code: 'woocommerce_rest_product_invalid_id' }) }]);
  expect(await outcome(ids[0])).toMatchObject([{ id, stock_quantity: 4 }]);
  expect((await call<object[]>('/products')).body).toHaveLength(2);
  expect((await call<object[]>('/products?sku=shirt-s')).body).toHaveLength(1);
});

test('a parcel names lines of its order and no more of one than is left; without the feature it has no route', async () => {
  const { call, mug, steer } = await shopWith();
  const order = mug(2);
  const parcel = (qty: number) => ({
    ...{ status: 'fulfilled', is_fulfilled: true },
    meta_data: [{ key: '_items', value: [{ item_id: order.lines[0]?.id, qty }] }],
  });
  const add = async (body: object) => (await call(`/orders/${order.id}/fulfillments`, body)).status;
  expect([await add(parcel(2)), await add(parcel(1)), await add({ meta_data: [] })]).toEqual([201, 400, 400]);
  await steer('/woocommerce', { method: 'PATCH', body: { hasFulfillments: false } });
  expect((await call(`/orders/${order.id}/fulfillments`)).body).toMatchObject({ code: 'rest_no_route' });
});

test('an order says in its meta data what of it was fulfilled, and stays what it was', async () => {
  const { call, mug, shop } = await shopWith();
  const order = mug(3);
  const fulfil = async (qty: number, is_fulfilled = true) => {
    const meta_data = [{ key: '_items', value: [{ item_id: order.lines[0]?.id, qty }] }];
    await call(`/orders/${order.id}/fulfillments`, { is_fulfilled, meta_data });
  };
  const said = async () => {
    const { status, meta_data } = (await call<{ status: string; meta_data: { key: string; value: string }[] }>(`/orders/${order.id}`)).body;
    return [status, ...meta_data.map(({ key, value }) => `${key}: ${value}`)];
  };
  expect(await said()).toEqual(['processing']);
  await fulfil(1, false);
  expect(await said()).toEqual(['processing', '_fulfillment_status: unfulfilled']);
  shop.orders.change(order, { fulfillments: [] });
  await fulfil(1);
  expect(await said()).toEqual(['processing', '_fulfillment_status: partially_fulfilled']);
  await fulfil(2);
  expect(await said()).toEqual(['processing', '_fulfillment_status: fulfilled']);
});

test('a host may take the sign-in header away, and a key may only read', async () => {
  const { call, sandbox, steer, mug, shop } = await shopWith();
  const order = mug();
  await steer('/woocommerce', { method: 'PATCH', body: { stripsAuthorization: true, numberPrefix: 'WEB-' } });
  expect((await call('/orders')).status).toBe(401);
  const keys = `consumer_key=${shop.key}&consumer_secret=${shop.secret}`;
  expect((await fetch(`${sandbox.origin}/woocommerce/demo/wp-json/wc/v3/orders?${keys}`)).status).toBe(200);
  expect((await fetch(`${sandbox.origin}/woocommerce/second/wp-json/wc/v3/orders?${keys}`)).status).toBe(401);
  expect(mug().number).toBe('WEB-2');
  await steer('/woocommerce', { method: 'PATCH', body: { stripsAuthorization: false, isReadOnly: true } });
  expect([(await call('/orders')).status, (await call(`/orders/${order.id}`, { status: 'completed' }, 'PUT')).status]).toEqual([200, 401]);
});

test('a subscription is tried with a form, then signed; seven failures in a row switch it off', async () => {
  const { call, mug, shop } = await shopWith();
  const listener = await listen(200, 200, 500);
  const { body } = await call('/webhooks', { topic: 'order.created', delivery_url: listener.url, secret: 's' });
  expect(await listener.next()).toMatchObject({
    body: `webhook_id=${body.id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const order = mug();
  const told = await listener.next();
  expect(JSON.parse(told.body)).toMatchObject({ id: order.id, status: 'processing' });
  expect(told.headers).toMatchObject({
    'x-wc-webhook-topic': 'order.created',
    'x-wc-webhook-signature': createHmac('sha256', 's').update(told.body).digest('base64'),
  });
  const status = () => shop.hooks.get(body.id as number)?.isActive;
  for (let failure = 1; failure <= 7; failure += 1) {
    expect(status()).toBe(true);
    mug();
    await listener.next();
    await expect.poll(() => shop.hooks.get(body.id as number)?.failures).toBe(failure);
  }
  expect([status(), (await call(`/webhooks/${body.id}`, { status: 'active' }, 'PUT')).body.status]).toEqual([false, 'active']);
});

test('every reply has the fields that are published, and no others', async () => {
  const { call, shop, ids } = await shopWith([
    { sku: 'SHIRT', isVariable: true },
    { sku: 'MUG', stock: 5 },
  ]);
  shop.products.add(newProduct.parse({ sku: 'SHIRT-S', parent: ids[0], options: { Size: 'S' } }));
  const items = [
    { sku: 'MUG', quantity: 2, options: { Colour: 'blue' } },
    { sku: 'SHIRT-S', quantity: 1 },
  ];
  const order = shop.enter({ items, fees: [{ name: 'Gift wrap', total: '3.00' }] });
  shop.refund(order, [{ sku: 'MUG', quantity: 1 }]);
  await call(`/orders/${order.id}/notes`, { note: 'Shipped.', customer_note: true });
  const items_ = [{ item_id: order.lines[0]?.id, qty: 1 }];
  await call(`/orders/${order.id}/fulfillments`, {
    is_fulfilled: true,
    status: 'fulfilled',
    meta_data: [{ key: '_items', value: items_ }],
  });
  await call('/webhooks', { topic: 'order.created', delivery_url: 'https://a.example/hook' });
  for (const [path, shape] of [
    ['/orders', orderShape],
    [`/orders/${order.id}/refunds`, refundShape],
    [`/orders/${order.id}/notes`, note],
    [`/orders/${order.id}/fulfillments`, fulfillment],
    ['/products', productShape],
    [`/products/${ids[0]}/variations`, productShape],
    ['/webhooks', hook],
    ['/shipping/zones', zone],
    ['/shipping/zones/1/methods', method],
  ] as const) {
    const { body } = await call<unknown[]>(path);
    expect(body.length, path).toBeGreaterThan(0);
    for (const record of body) expect(shape.safeParse(record).error?.issues ?? [], path).toEqual([]);
  }
});
