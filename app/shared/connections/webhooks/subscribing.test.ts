import { describe, expect, test } from 'vitest';
import { connectorNamed } from '../../../../connectors/index.ts';
import { buildShop, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { reconnect } from '../connecting/commands.ts';
import { disconnectAndUnsubscribe } from '../connecting/disconnecting.ts';
import { sweepSubscriptions } from './subscribing.ts';
import { readSubscription, webhookAddress } from './webhook-address.ts';

const own = testDatabase();

async function sweep(shop: Shop, baseUrl = shop.engine.baseUrl) {
  await sweepSubscriptions({ database: own.database, baseUrl });
  await shop.engine.runJobs();
}
const addresses = (shop: Shop) => [...(shop.sandbox.control.seller().subscriptions.values() ?? [])].map(({ targetUrl }) => targetUrl);
const told = (shop: Shop, id = shop.channelId) => shop.inTenant((tenant) => readSubscription(tenant, shop.engine.seal, id));
const address = (shop: Shop) =>
  shop.inTenant(async (tenant) => (await webhookAddress(tenant, shop.engine.seal, shop.engine.baseUrl, shop.channelId)).address);

test('the channel is told our address once, and again after the connection was made anew', async () => {
  const shop = await buildShop(own);
  expect(await told(shop)).toEqual({ at: null, failure: null });
  await sweep(shop);
  expect(addresses(shop)).toEqual([await address(shop)]);
  expect(await told(shop)).toEqual({ at: expect.any(Date), failure: null });
  await sweep(shop);
  const settings = { api_origin: `${shop.sandbox.origin}/ship-station` };
  await shop.inTenant((tenant) => reconnect(tenant, shop.engine.seal, shop.channelId, connectorNamed('ship_station'), settings));
  await sweep(shop);
  expect(addresses(shop)).toEqual([await address(shop)]);
});

test('an address with an earlier secret is taken back, and what is not ours stays', async () => {
  const shop = await buildShop(own);
  const current = await address(shop);
  const others = [`${current.split('?')[0]}?secret=earlier`, 'https://elsewhere.example/orders'];
  const subscribe = (targetUrl: string) =>
    shop.sandbox.control.seller().subscribe({ targetUrl, event: 'ORDER_NOTIFY', storeId: null, friendlyName: null });
  for (const other of others) subscribe(other);
  await sweep(shop);
  expect(addresses(shop)).toEqual([others[1], current]);
});

test('a subscription that the channel has dropped is made again six hours later', async () => {
  const shop = await buildShop(own);
  await sweep(shop);
  shop.sandbox.control.seller().subscriptions.clear();
  const passed = (hours: number) =>
    own.sql(
      `update connections set hints_told_at = now() - make_interval(hours => $2), hints_tried_at = now() - interval '1 hour'
        where account_id = $1`,
      [shop.accountId, hours],
    );
  await passed(5);
  await sweep(shop);
  expect(addresses(shop)).toEqual([]);
  await passed(7);
  await sweep(shop);
  expect(addresses(shop)).toEqual([await address(shop)]);
});

test('why it was not taken is said, and it is given again later', async () => {
  const shop = await buildShop(own);
  shop.sandbox.control.faults.add({ target: 'ship_station', operation: 'subscribe', kind: '500', times: 1 });
  await sweep(shop);
  expect(await told(shop)).toMatchObject({
    at: null,
    failure: 'ShipStation did not take this address: ShipStation has a problem (error 500).',
  });
  await sweep(shop);
  expect(addresses(shop)).toEqual([]);
  await own.sql(`update connections set hints_tried_at = now() - interval '16 minutes' where account_id = $1`, [shop.accountId]);
  await sweep(shop);
  expect([addresses(shop).length, await told(shop)]).toEqual([1, { at: expect.any(Date), failure: null }]);
});

test('a connector that cannot tell leaves it to a person', async () => {
  const shop = await buildShop(own);
  await sweep(shop);
  expect(await told(shop, shop.warehouseId)).toBeNull();
});

test('an address that only this machine has is not given to the outside', async () => {
  const shop = await buildShop(own);
  await own.sql(`update connections set settings = settings || '{"api_origin": "https://ssapi.shipstation.com"}' where id = $1`, [
    shop.channelId,
  ]);
  await sweep(shop);
  expect(await told(shop)).toEqual({
    at: null,
    failure: `ShipStation reaches https addresses only, and this is ${shop.engine.baseUrl}.`,
  });
});

describe('disconnecting', () => {
  const disconnectIn = (shop: Shop) => disconnectAndUnsubscribe(shop.engine, { accountId: shop.accountId, userId: null }, 'ship_station');
  const state = async (shop: Shop) => (await own.sql('select state, secrets from connections where id = $1', [shop.channelId]))[0];

  test('takes our address back, and leaves what is not ours', async () => {
    const shop = await buildShop(own);
    await sweep(shop);
    const other = 'https://elsewhere.example/orders';
    shop.sandbox.control.seller().subscribe({ targetUrl: other, event: 'ORDER_NOTIFY', storeId: null, friendlyName: null });
    expect(await disconnectIn(shop)).toEqual({ message: 'ShipStation is disconnected.', left: null });
    expect(addresses(shop)).toEqual([other]);
    expect(await state(shop)).toEqual({ state: 'disconnected', secrets: null });
  });

  test.each(['list_webhooks', 'unsubscribe'])('succeeds when %s fails, and says what is left', async (operation) => {
    const shop = await buildShop(own);
    await sweep(shop);
    shop.sandbox.control.faults.add({ target: 'ship_station', operation, kind: '500', times: 1 });
    expect((await disconnectIn(shop)).left).toBe(
      'ShipStation still has our webhook: ShipStation has a problem (error 500). What it sends is refused. Remove the webhook in ShipStation.',
    );
    expect(await state(shop)).toEqual({ state: 'disconnected', secrets: null });
  });

  test('calls nobody where our address was never told', async () => {
    const shop = await buildShop(own);
    shop.sandbox.control.faults.add({ target: 'ship_station', operation: 'list_webhooks', kind: '500', times: 1 });
    expect((await disconnectIn(shop)).left).toBeNull();
  });

  test('succeeds with settings that no longer fit, and says so', async () => {
    const shop = await buildShop(own);
    await sweep(shop);
    await own.sql(`update connections set settings = '{"api_origin": 7}' where id = $1`, [shop.channelId]);
    expect((await disconnectIn(shop)).left).toContain('no longer fit ShipStation');
    expect(await state(shop)).toMatchObject({ state: 'disconnected' });
  });
});

test('a copy that is disconnected leaves the address where it is: it may be the original’s', async () => {
  const shop = await buildShop(own);
  await sweep(shop);
  await own.sql(`update installation set stopped = 'copy'`);
  const { left } = await disconnectAndUnsubscribe(shop.engine, { accountId: shop.accountId, userId: null }, 'ship_station');
  await own.sql('update installation set stopped = null');
  expect([addresses(shop).length, left]).toEqual([1, expect.stringContaining('Nothing is sent from here at the moment.')]);
});
