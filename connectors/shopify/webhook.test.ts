import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Delivery } from '../contract.ts';
import { had } from '../contract-suite/opened.ts';
import type { Shop } from './edge.ts';
import { openShop, secret } from './opened.ts';
import { shopifyApplicationHints } from './webhook.ts';

const address = 'https://crossdock.example.com/hooks/1';

async function opened(changes: Partial<Shop> = {}) {
  const shop = await openShop(changes);
  onTestFinished(shop.edge.stop);
  const receive = (one: Delivery) => shop.hints.receive?.(one, '', { secret: null, key: null });
  return { ...shop, receive };
}

const delivery = (body: string, changes: Record<string, string> = {}) => ({
  headers: {
    ...{ 'x-shopify-topic': 'orders/updated', 'x-shopify-shop-domain': 'leeds-mugs.myshopify.com', 'x-shopify-event-id': 'event-1' },
    'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    ...changes,
  },
  ...{ rawBody: Buffer.from(body), query: {} },
});

test('a delivery proves itself by the app’s secret, and names the order that it is about', async () => {
  const { receive } = await opened();
  const body = '{"id":450789469,"admin_graphql_api_id":"gid://shopify/Order/450789469"}';
  const hint = { id: 'event-1:orders/updated', stream: 'orders', remoteIds: ['450789469'] };
  expect(receive(delivery(body))).toEqual({ ok: true, hints: [hint] });
  expect(receive(delivery(body, { 'x-shopify-hmac-sha256': 'bm8=' }))).toMatchObject({ ok: false });
  expect(receive({ ...delivery(body), rawBody: Buffer.from(`${body} `) })).toMatchObject({ ok: false });
});

test('an event that reaches two topics is two hints, and the same topic twice is one', async () => {
  const { receive } = await opened();
  const moved = { 'x-shopify-topic': 'fulfillment_orders/moved' };
  const idOf = (changes: Record<string, string> = {}) => receive(delivery('{"id":1}', changes));
  expect(idOf(moved)).toEqual({ ok: true, hints: [{ id: 'event-1:fulfillment_orders/moved', stream: 'orders', remoteIds: [] }] });
  expect(idOf()).toEqual(idOf({ 'x-shopify-webhook-id': 'another' }));
});

test('a delivery of another shop with the same app, or of a topic that is not ours, is refused', async () => {
  const { receive } = await opened();
  expect(receive(delivery('{}', { 'x-shopify-shop-domain': 'york-mugs.myshopify.com' }))).toMatchObject({ ok: false });
  expect(receive(delivery('{}', { 'x-shopify-topic': 'constructor' }))).toMatchObject({ ok: false });
});

test('what Shopify dropped is subscribed to again, an earlier address of ours is taken back, and twice is once', async () => {
  const { hints, shop } = await opened();
  shop.webhooks.push(
    { id: 'gid://shopify/WebhookSubscription/1', topic: 'ORDERS_UPDATED', uri: `${address}?secret=old` },
    { id: 'gid://shopify/WebhookSubscription/2', topic: 'ORDERS_UPDATED', uri: 'https://else.example.com/' },
  );
  for (const _ of ['once', 'twice']) had((await hints.subscribe?.(address, '', null)) ?? expect.unreachable());
  const ours = shop.webhooks.filter(({ uri }) => uri === address).map(({ topic }) => topic);
  expect(new Set(ours).size).toBe(ours.length);
  expect(ours).toEqual(expect.arrayContaining(['ORDERS_UPDATED', 'FULFILLMENT_ORDERS_MOVED', 'PRODUCTS_UPDATE']));
  had((await hints.unsubscribe?.(address)) ?? expect.unreachable());
  expect(shop.webhooks.map(({ uri }) => uri)).toEqual(['https://else.example.com/']);
});

const customer = { id: 7, email: 'anna@example.com', phone: '+44 113 496 0000' };
const of = (domain = 'leeds-mugs.myshopify.com') => ({ shop_id: 548380009, shop_domain: domain });
const uninstalled = (domain = 'leeds-mugs.myshopify.com') => ({ id: 548380009, domain: 'mugs.example.com', myshopify_domain: domain });

test('that the app was removed, and what Shopify must be told by law, are notices', async () => {
  const { receive } = await opened();
  const person = { email: customer.email, phone: customer.phone, remoteOrderIds: ['41', '42'] };
  const noticed = (topic: string, body: unknown) => receive(delivery(JSON.stringify(body), { 'x-shopify-topic': topic }));
  const as = (topic: string, notice: object) => ({ ok: true, hints: [], notices: [{ id: `event-1:${topic}`, ...notice }] });
  expect(noticed('app/uninstalled', uninstalled('Leeds-Mugs.myshopify.com'))).toEqual(as('app/uninstalled', { kind: 'uninstalled' }));
  expect(noticed('shop/redact', of())).toEqual(as('shop/redact', { kind: 'erase_shop' }));
  expect(noticed('customers/redact', { ...of(), customer, orders_to_redact: [41, 42] })).toEqual(
    as('customers/redact', { kind: 'erase_person', person }),
  );
  expect(noticed('customers/data_request', { ...of(), customer, orders_requested: [41, 42] })).toEqual(
    as('customers/data_request', { kind: 'person_data', person }),
  );
  expect(noticed('customers/redact', { ...of(), customer: null })).toMatchObject({ ok: false });
});

const york = 'york-mugs.myshopify.com';
test.each([
  ['an order', 'shop/redact', { id: 41, customer }],
  ['an order', 'app/uninstalled', { id: 41, customer }],
  ['the erasure of another shop', 'shop/redact', of(york)],
  ['the removal from another shop', 'app/uninstalled', uninstalled(york)],
  ['a buyer of another shop', 'customers/redact', { ...of(york), customer, orders_to_redact: [41] }],
  ['a buyer of another shop', 'customers/data_request', { ...of(york), customer, orders_requested: [41] }],
  ['a buyer', 'shop/redact', { ...of(), customer, orders_to_redact: [41] }],
  ['a request for data', 'customers/redact', { ...of(), customer, orders_requested: [41], data_request: { id: 9 } }],
])('what is signed for %s is not taken for %s, whatever its headers say', async (_what, topic, body) => {
  const { receive } = await opened();
  expect(receive(delivery(JSON.stringify(body), { 'x-shopify-topic': topic }))).toMatchObject({ ok: false });
});

test('subscriptions that never end are not read for ever', async () => {
  const node = { id: 'gid://shopify/WebhookSubscription/1', topic: 'ORDERS_UPDATED', uri: 'https://else.example.com/' };
  const Webhooks = () => ({ webhookSubscriptions: { nodes: [node], pageInfo: { hasNextPage: true, endCursor: 'again' } } });
  const { hints, edge } = await opened({ replies: { Webhooks } });
  had((await hints.unsubscribe?.(address)) ?? expect.unreachable());
  expect(edge.asked()).toHaveLength(20);
});

test('what the law wants done of any shop of our application comes to one address, and names the shop by what is signed', () => {
  const hints = shopifyApplicationHints({ id: 'i', secret });
  const receive = (topic: string, body: unknown, changes: Record<string, string> = {}) =>
    hints.receive(delivery(JSON.stringify(body), { 'x-shopify-topic': topic, ...changes }));
  const redact = { ...of(york), customer, orders_to_redact: [41] };
  expect(receive('shop/redact', of(york))).toEqual({
    ok: true,
    of: 'shopify:shop/548380009',
    notices: [{ id: 'event-1:shop/redact', kind: 'erase_shop' }],
  });
  expect(receive('customers/redact', redact, { 'x-shopify-shop-domain': 'of.a.stranger' })).toMatchObject({ of: 'shopify:shop/548380009' });
  expect(receive('customers/redact', redact, { 'x-shopify-hmac-sha256': 'bm8=' })).toMatchObject({ ok: false });
  expect(receive('orders/updated', { id: 41 })).toMatchObject({ ok: false });
  expect(receive('shop/redact', redact)).toMatchObject({ ok: false });
  expect(shopifyApplicationHints({ id: 'i', secret: '' }).receive(delivery('{}'))).toMatchObject({ ok: false });
});
