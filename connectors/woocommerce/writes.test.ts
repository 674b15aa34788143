import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { worded, wordedWith } from '../../test/worded.ts';
import type { ShipmentConfirmation } from '../contract.ts';
import { had } from '../contract-suite/opened.ts';
import { type Shop, wooOrder, wooProduct } from './edge.ts';
import { translateProduct } from './listings.ts';
import { openShop } from './opened.ts';

const parcel = (changes: Partial<ShipmentConfirmation> = {}): ShipmentConfirmation => ({
  ...{ key: 'shipment-1', remoteOrderId: '1', handle: null, carrier: 'UPS', method: null, trackingNumber: '1Z999', trackingUrl: null },
  ...{ shippedAt: new Date('2026-11-20T03:00:00Z'), lines: [{ remoteLineId: '41', handle: null, quantity: 1 }], completes: false },
  ...changes,
});

async function shopWith(changes: Partial<Shop> = {}) {
  const opened = await openShop(changes);
  onTestFinished(opened.edge.stop);
  return opened;
}

test('each parcel is a fulfilment with its lines and tracking, once, and the last one completes the order', async () => {
  const { confirmations, shop } = await shopWith();
  const last = parcel({ key: 'shipment-2', completes: true });
  for (const each of [parcel(), parcel(), last, last]) had(await confirmations.confirm([each]));
  expect(shop.fulfilments[1]).toMatchObject([
    {
      is_fulfilled: true,
      meta_data: expect.arrayContaining([
        { key: '_items', value: [{ item_id: 41, qty: 1 }] },
        { key: '_tracking_number', value: '1Z999' },
      ]),
    },
    { meta_data: expect.arrayContaining([{ key: 'crossdock_key', value: 'shipment-2' }]) },
  ]);
  expect(shop.fulfilments[1]).toHaveLength(2);
  expect(shop.orders[0]?.status).toBe('completed');
  expect(had(await confirmations.isConfirmed(last))).toBe(true);
});

test('a parcel of more than was sold alone completes the order, and the buyer is told of none', async () => {
  const { confirmations, shop } = await shopWith();
  for (const _ of ['once', 'twice']) had(await confirmations.confirm([parcel({ lines: [], completes: true })]));
  expect(shop.fulfilments[1] ?? []).toEqual([]);
  expect(shop.orders[0]?.status).toBe('completed');
});

test('a shop without fulfilments tells its buyer in a note, once', async () => {
  const { confirmations, shop } = await shopWith({ hasFulfilments: false });
  for (const _ of ['once', 'twice']) had(await confirmations.confirm([parcel({ completes: true })]));
  expect(shop.notes[1]).toMatchObject([{ note: 'Shipped with UPS. Tracking number: 1Z999. (shipment-1)', customer_note: true }]);
  expect(shop.orders[0]?.status).toBe('completed');
});

test('a parcel is found among fulfilments in a wrapper, as WooCommerce 10.1 sends them', async () => {
  const { confirmations, shop } = await shopWith({ isWrapped: true });
  for (const _ of ['once', 'twice']) had(await confirmations.confirm([parcel()]));
  expect(shop.fulfilments[1]).toHaveLength(1);
  expect(had(await confirmations.isConfirmed(parcel()))).toBe(true);
});

test('a parcel of an order whose fulfilments are odd waits for a person, and says nothing of the shop', async () => {
  const { confirmations } = await shopWith({ fulfilments: { 1: { 0: 'odd' } as never } });
  const failed = { ok: false, failure: { kind: 'rejected', reason: wordedWith('fulfillments') } };
  expect(await confirmations.confirm([parcel()])).toMatchObject(failed);
});

test.each([
  ['fulfilments', true],
  ['notes', false],
])('of an order that was cancelled in the shop in the meantime the buyer is told nothing, by %s', async (_how, hasFulfilments) => {
  const { confirmations, shop } = await shopWith({ orders: [wooOrder(1, { status: 'refunded' })], hasFulfilments });
  expect(await confirmations.confirm([parcel({ completes: true })])).toMatchObject({
    failure: { kind: 'rejected', reason: { code: 'woocommerce.not_told', status: 'refunded' } },
  });
  expect([shop.orders[0]?.status, shop.fulfilments[1] ?? [], shop.notes[1] ?? []]).toEqual(['refunded', [], []]);
});

test('a parcel that somebody told the buyer of by hand is known by its tracking number, and completes the order', async () => {
  const meta_data = [{ id: 1, key: '_tracking_number', value: '1z 999' }];
  const made = { id: 7, is_fulfilled: true, meta_data };
  const { confirmations, shop } = await shopWith({ fulfilments: { 1: [made], 2: [{ ...made, is_fulfilled: false }] } });
  expect(had(await confirmations.confirm([parcel({ completes: true })]))).toMatchObject([{ kind: 'confirmed', reference: '7' }]);
  expect([shop.fulfilments[1]?.length, shop.orders[0]?.status]).toEqual([1, 'completed']);
  Object.assign(shop.orders[0] ?? {}, { status: 'refunded' });
  expect(had(await confirmations.confirm([parcel({ completes: true })]))).toMatchObject([{ kind: 'confirmed' }]);
  expect([had(await confirmations.isConfirmed(parcel({ completes: true }))), shop.orders[0]?.status]).toEqual([true, 'refunded']);
  // A draft has not left, nor has what we told of under the same number.
  had(await confirmations.confirm([parcel({ remoteOrderId: '2' })]));
  had(await confirmations.confirm([parcel({ remoteOrderId: '2', key: 'shipment-2' })]));
  expect(shop.fulfilments[2]).toHaveLength(3);
});

test('a fulfilment by hand with the same number and other goods is not this parcel: these are told before the order is completed', async () => {
  const meta_data = [
    { id: 1, key: '_tracking_number', value: '1Z999' },
    { id: 2, key: '_items', value: [{ item_id: 42, qty: 1 }] },
  ];
  const { confirmations, shop } = await shopWith({ fulfilments: { 1: [{ id: 7, is_fulfilled: true, meta_data }] } });
  had(await confirmations.confirm([parcel({ completes: true })]));
  expect([shop.fulfilments[1]?.length, shop.orders[0]?.status]).toEqual([2, 'completed']);
});

test('a note of somebody to the buyer with the tracking number is this parcel; one for the shop alone is not', async () => {
  const note = (id: number, customer_note: boolean) => ({ id, note: 'It left today: 1Z999!', customer_note });
  const { confirmations, shop } = await shopWith({ hasFulfilments: false, notes: { 1: [note(7, true)], 2: [note(8, false)] } });
  expect(had(await confirmations.confirm([parcel()]))).toMatchObject([{ kind: 'confirmed', reference: '7' }]);
  for (const key of ['shipment-1', 'shipment-2']) had(await confirmations.confirm([parcel({ remoteOrderId: '2', key })]));
  expect([shop.notes[1]?.length, shop.notes[2]?.length]).toEqual([1, 3]);
});

test('of two parcels with one number and the same goods, one that somebody told of is the first of them', async () => {
  const meta_data = [
    { id: 1, key: '_tracking_number', value: '1Z999' },
    { id: 2, key: '_items', value: [{ item_id: 41, qty: 1 }] },
  ];
  const { key, lines } = parcel();
  const second = parcel({ key: 'shipment-2', sameNumber: [{ key, lines }] });
  for (const changes of [
    { fulfilments: { 1: [{ id: 7, is_fulfilled: true, meta_data }] } },
    { hasFulfilments: false, notes: { 1: [{ id: 7, note: 'It left today: 1Z999!', customer_note: true }] } },
  ]) {
    const { confirmations } = await shopWith(changes);
    expect(had(await confirmations.isConfirmed(second))).toBe(false);
    expect(had(await confirmations.isConfirmed(parcel()))).toBe(true);
  }
});

test('stock is set by id: products together, variations below their product, and an unknown SKU is named', async () => {
  const variations = { 9: [wooProduct(91, { type: 'variation', sku: 'MUG-RED', parent_id: 9 })] };
  const { inventory, edge } = await shopWith({ products: [wooProduct(7), wooProduct(9, { type: 'variable' })], variations });
  const level = (key: string, sku: string, quantity: number) => ({ key, sku, locationId: 'shop', quantity });
  expect(had(await inventory.set([level('a', 'SKU-7', 4), level('b', 'MUG-RED', 0), level('c', 'NONE', 1)]))).toEqual([
    { key: 'c', failure: { kind: 'rejected', code: 'unknown_sku', reason: worded('The shop has no product NONE.') } },
    { key: 'a' },
    { key: 'b' },
  ]);
  expect(edge.requests.slice(1).map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ['/wp-json/wc/v3/products/batch', { update: [{ id: 7, manage_stock: true, stock_quantity: 4 }] }],
    ['/wp-json/wc/v3/products/9/variations/batch', { update: [{ id: 91, manage_stock: true, stock_quantity: 0 }] }],
  ]);
});

test('a SKU with a comma is found beside others', async () => {
  const { inventory } = await shopWith({ products: [wooProduct(7), wooProduct(8, { sku: 'MUG,LARGE' })] });
  const level = (key: string, sku: string) => ({ key, sku, locationId: 'shop', quantity: 4 });
  expect(had(await inventory.set([level('a', 'SKU-7'), level('b', 'MUG,LARGE')]))).toEqual([{ key: 'a' }, { key: 'b' }]);
});

test('of a product with variations these are what is on sale, named by what they differ in', async () => {
  const red = wooProduct(91, { sku: 'MUG-RED', name: 'ignored', attributes: [{ name: 'Colour', option: 'Red' }], stock_quantity: 0 });
  const products = [
    wooProduct(7, { sku: '' }),
    wooProduct(9, { type: 'variable', name: 'Mug', images: [{ src: 'https://a.example/m.jpg' }] }),
  ];
  const { listings } = await shopWith({ products, variations: { 9: [red] } });
  if (listings.stream.mode !== 'cursor') return expect.unreachable('it is read by a cursor');
  expect(had(await listings.stream.read(null, new Date(0))).records).toMatchObject([
    { remoteId: '7', sku: 'id-7', quantity: 5 },
    { remoteId: '91', sku: 'MUG-RED', name: 'Mug – Red', imageUrl: 'https://a.example/m.jpg', quantity: 0 },
  ]);
});

test.each([
  [101, 102, []],
  [5_000, 1, [{ remoteId: '9', reason: { code: 'woocommerce.many_variations' } }]],
])('of %i variations of a product all are on sale, or it is said that they are too many', async (count, records, unreadable) => {
  const variations = { 9: Array.from({ length: count }, (_, at) => wooProduct(1_000 + at)) };
  const { listings } = await shopWith({ products: [wooProduct(7), wooProduct(9, { type: 'variable' })], variations });
  if (listings.stream.mode !== 'cursor') return expect.unreachable('it is read by a cursor');
  const page = had(await listings.stream.read(null, new Date(0)));
  expect(page.records).toHaveLength(records);
  expect(page.unreadable).toMatchObject(unreadable);
});

test('a product of which the shop has half a piece is listed without a quantity', () => {
  const translated = translateProduct(wooProduct(7, { stock_quantity: 2.5 }));
  expect(translated).toMatchObject({ ok: true, record: { sku: 'SKU-7' } });
  expect(translated.ok && translated.record.quantity).toBeUndefined();
});

test('a subscription that the shop switched off is switched on again, without the secret that signs, and twice is once', async () => {
  const address = 'https://crossdock.example.com/hooks/1';
  const webhooks = [
    { id: 1, topic: 'order.updated', delivery_url: address, status: 'disabled' },
    { id: 2, topic: 'order.updated', delivery_url: `${address}?secret=old`, status: 'active' },
    { id: 3, topic: 'order.updated', delivery_url: 'https://else.example.com/', status: 'disabled' },
  ];
  const { hints, shop } = await shopWith({ webhooks });
  for (const _ of ['once', 'twice']) had((await hints.subscribe?.(`${address}?secret=a-secret`, 'a-secret', null)) ?? expect.unreachable());
  const ours = shop.webhooks.filter(({ delivery_url }) => delivery_url === address);
  expect(ours.map(({ topic, status }) => `${topic} ${status}`).sort()).toEqual(
    ['order.created', 'order.deleted', 'order.restored', 'order.updated', 'product.created', 'product.updated'].map(
      (topic) => `${topic} active`,
    ),
  );
  expect(shop.webhooks.filter((each) => !ours.includes(each)).map(({ id }) => id)).toEqual([3]);
  had((await hints.unsubscribe?.(address)) ?? expect.unreachable());
  expect(shop.webhooks.map(({ id }) => id)).toEqual([3]);
});

test('a subscription behind a page of others is not made again, and none is where they are too many to be read', async () => {
  const address = 'https://crossdock.example.com/hooks/1';
  const others = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: 10_000 + at, topic: 'order.updated', delivery_url: 'https://else.example.com/' }));
  const { hints, shop } = await shopWith({ webhooks: others(100) });
  for (const _ of ['once', 'twice']) had(await hints.subscribe?.(address, 'a-secret', null));
  expect(shop.webhooks).toHaveLength(106);
  shop.webhooks = others(2_000);
  expect(await hints.subscribe?.(address, 'a-secret', null)).toMatchObject({ ok: false, failure: { reason: { code: 'too_much' } } });
  expect(shop.webhooks).toHaveLength(2_000);
});

test('a delivery proves itself by its signature; the first one is a form that names the subscription', async () => {
  const { hints } = await shopWith();
  const receive = (body: string, headers: Record<string, string> = {}) =>
    hints.receive?.({ headers, rawBody: Buffer.from(body), query: {} }, 'a-secret', { secret: null, key: null });
  const signed = (body: string, topic: string) => ({
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-signature': createHmac('sha256', 'a-secret').update(body).digest('base64'),
  });
  const body = JSON.stringify({ id: 41 });
  expect(receive('webhook_id=17')).toEqual({ ok: true, hints: [] });
  expect(receive(body, signed(body, 'order.updated'))).toMatchObject({ ok: true, hints: [{ stream: 'orders', remoteIds: ['41'] }] });
  expect(receive(body, signed(`${body} `, 'order.updated'))).toEqual({ ok: false, reason: 'The signature is wrong.' });
  expect(receive(body, signed(body, 'coupon.created'))).toMatchObject({ ok: false });
  expect(receive(body)).toMatchObject({ ok: false });
});

test('a key that may not write keeps its connection, and plain http is refused', async () => {
  const { confirmations, edge, identify } = await shopWith();
  expect(await identify()).toEqual({
    ok: true,
    value: { name: 'Leeds Mugs', detail: 'www.shop.example.com', keys: ['woocommerce:shop/shop.example.com%2Fen'] },
  });
  edge.fault('unauthorized');
  expect(await confirmations.confirm([parcel()])).toMatchObject({ ok: false, failure: { kind: 'reconnect' } });
});
