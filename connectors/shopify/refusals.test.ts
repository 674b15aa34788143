import { expect, onTestFinished, test } from 'vitest';
import { worded, wordedWith } from '../../test/worded.ts';
import { had } from '../contract-suite/opened.ts';
import { credentialOf } from '../settings.ts';
import { shopify } from './connector.ts';
import { rawOrder, type Shop } from './edge.ts';
import { openShop, settingsOf } from './opened.ts';

async function shopWith(changes: Partial<Shop>, values: Record<string, string> = {}) {
  const opened = await openShop(changes, values);
  onTestFinished(opened.edge.stop);
  return opened;
}

const refusing = (code: string, message = 'No') => ({ Order: () => ({ data: null, errors: [{ message, extensions: { code } }] }) });

test.each([
  ['ACCESS_DENIED', { kind: 'forbidden', reason: wordedWith('may not read or change this at Shopify: No') }],
  ['SHOP_INACTIVE', { kind: 'reconnect' }],
  ['INTERNAL_SERVER_ERROR', { kind: 'retry', maybeDone: false }],
  ['MAX_COST_EXCEEDED', { kind: 'rejected' }],
])('an error %s in a 200 is what it says', async (code, failure) => {
  const { orders } = await shopWith({ replies: refusing(code) });
  expect(await orders.get('1')).toMatchObject({ ok: false, failure });
});

test('THROTTLED in a 200 waits until the query can be paid for, counts as no attempt, and nothing of it was done', async () => {
  const cost = {
    requestedQueryCost: 600,
    actualQueryCost: null,
    throttleStatus: { maximumAvailable: 1000, currentlyAvailable: 100, restoreRate: 50 },
  };
  const throttled = { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions: { cost } };
  const { orders, confirmations } = await shopWith({ replies: { Order: () => throttled } });
  const failure = { kind: 'retry', limited: true, maybeDone: false, at: new Date('2026-11-21T12:00:10Z') };
  expect(await orders.get('1')).toMatchObject({ ok: false, failure });
  expect(await confirmations.isConfirmed({ remoteOrderId: '1' } as never)).toMatchObject({ ok: false, failure: { limited: true } });
});

test('an address that the app may not see is null with an error, and the order is read without it', async () => {
  const order = rawOrder(1, { shippingAddress: null });
  const errors = [{ message: 'not approved', path: ['order', 'shippingAddress'], extensions: { code: 'ACCESS_DENIED' } }];
  const { orders } = await shopWith({ replies: { Order: () => ({ data: { order }, errors }) } });
  expect(await orders.get('1')).toMatchObject({ ok: false, failure: { kind: 'rejected', reason: wordedWith('protected customer data') } });
});

test('a 404 is the shop’s address, and never says of an order that it has gone', async () => {
  const { orders, edge } = await shopWith({});
  had(await orders.get('1'));
  edge.fault('not_found');
  expect(await orders.get('1')).toMatchObject({ ok: false, failure: { kind: 'retry', reason: wordedWith('no such shop') } });
});

test('a shop is known by its number, and an app that lacks scopes is told which', async () => {
  const { identify, shop } = await shopWith({});
  expect(had(await identify())).toEqual({ name: 'Leeds Mugs', detail: 'leeds-mugs.myshopify.com', keys: ['shopify:shop/548380009'] });
  shop.scopes = ['write_orders', 'write_products', 'read_locations', 'write_inventory'];
  expect(await identify()).toMatchObject({
    ok: false,
    failure: { reason: wordedWith('lacks access scopes: write_merchant_managed_fulfillment_orders.') },
  });
});

test('without read_all_orders it is said that older orders are not read', async () => {
  const { identify, shop } = await shopWith({});
  shop.scopes = shop.scopes.filter((scope) => scope !== 'read_all_orders');
  expect(had(await identify()).detail).toBe('leeds-mugs.myshopify.com, orders of the last 60 days');
});

test('an address that leads to another shop, or a location that the shop has not, is refused', async () => {
  const other = await shopWith({}, { shop: 'https://other-mugs.myshopify.com/' });
  expect(await other.identify()).toMatchObject({
    failure: { reason: worded('The address leads to another shop, leeds-mugs.myshopify.com.') },
  });
  const place = await shopWith({}, { location_ids: '["1","9"]' });
  expect(await place.identify()).toMatchObject({ failure: { reason: worded('The shop has no location 9.') } });
});

test('one app in two shops has two credentials: a token of one is not the other’s', () => {
  const of = (shop: string) => credentialOf(shopify, { ...settingsOf(''), shop });
  expect(of('leeds-mugs')).not.toBe(of('york-mugs'));
  expect(of('leeds-mugs')).toBe(of('https://Leeds-Mugs.myshopify.com/'));
});

test.each(['acme.example.com', 'acme.myshopify.com.example.com', 'https://evil.example/acme.myshopify.com', 'a/b'])(
  'our sign-in goes to Shopify alone: %s is no shop',
  (shop) => {
    expect(shopify.settings.safeParse({ ...settingsOf(''), shop }).success).toBe(false);
    expect(shopify.hosts({ shop: 'acme', api_address: `https://${shop}` })).toMatchObject({ api: [] });
  },
);
