import { expect, test } from 'vitest';
import { demoAdvisors, demoClients } from '../../../../sandbox/config.ts';
import { buildShop, type Shop, type ShopOptions } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { demoSecrets } from '../settings/demo-secrets.ts';
import { connectTried, reconnectTried, tryConnection } from '../trying/trying.ts';

const own = testDatabase();

/** An account with nothing connected, and how its people connect. */
async function seller(options: ShopOptions = {}) {
  const shop = await buildShop(own, { connected: false, ...options });
  const { origin } = shop.sandbox;
  const connect = (connector: string, settings: Record<string, string>, name = '') =>
    connectTried(shop.engine, shop, { connector, name, settings });
  const shipStation = (over: Record<string, string> = {}) => ({
    ...{ api_key: 'demo-key', api_secret: 'demo-secret', api_origin: `${origin}/ship-station` },
    ...over,
  });
  const warehouse = (api_key: string) => ({ api_key, base_url: `${origin}/amware`, webhook_secret: 'demo-webhook-secret' });
  return { shop, origin, connect, shipStation, warehouse };
}

const stored = ({ own: { sql }, accountId }: Shop) =>
  sql<{ slug: string; identities: string[]; past_identities: string[]; state: string }>(
    'select slug, identities, past_identities, state from connections where account_id = $1 order by id',
    [accountId],
  );

const twice = (name: string, as: string) => ({
  status: 409,
  code: 'connected_twice',
  message: `${name} is connected to the same already, as ${as}: every order would come in twice and ship twice.`,
});

test('the same shop is refused a second time by the name of its connection, and also a single store of it', async () => {
  const { shop, connect, shipStation } = await seller();
  await connect('ship_station', shipStation(), 'My shop');
  for (const store_id of ['', '310002'])
    await expect(connect('ship_station', shipStation({ store_id }))).rejects.toMatchObject(twice('My shop', 'Web shop, Wholesale'));
  expect(await stored(shop)).toEqual([
    {
      ...{ slug: 'ship_station', state: 'active', past_identities: [] },
      identities: ['ship_station:store/310001', 'ship_station:store/310002'],
    },
  ]);
});

test('two stores of one account are two connections; all of them beside one are refused', async () => {
  const { connect, shipStation } = await seller();
  await connect('ship_station', shipStation({ store_id: '310001' }), 'Web');
  await connect('ship_station', shipStation({ store_id: '310002' }), 'Trade');
  await expect(connect('ship_station', shipStation())).rejects.toMatchObject(twice('Web', 'Web shop'));
});

test('of two people who connect the same shop at once, one succeeds', async () => {
  const { connect, shipStation } = await seller();
  const both = await Promise.allSettled([connect('ship_station', shipStation()), connect('ship_station', shipStation())]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a store that was added later belongs to the connection that reads every store', async () => {
  const { shop, connect, shipStation } = await seller();
  await connect('ship_station', shipStation());
  shop.sandbox.control.seller().stores.push({ storeId: 310_003, storeName: 'Outlet', marketplaceName: 'Manual Orders' });
  await expect(connect('ship_station', shipStation({ store_id: '310003' }))).rejects.toMatchObject({ code: 'connected_twice' });
  expect((await stored(shop))[0]?.identities).toContain('ship_station:store/310003');
});

test('a second application on the same profile is refused, and on another profile it is not', async () => {
  const [demo] = demoAdvisors as [(typeof demoAdvisors)[number]];
  const other = { ...demo, applicationId: 'other-application', sharedSecret: 'other-secret', refreshToken: 'other-token' };
  const { origin, connect } = await seller({ advisors: [demo, other] });
  const api_origin = `${origin}/channel-advisor`;
  const first = { ...demoSecrets.channel_advisor, profile_id: '12000001', api_origin };
  const second = { application_id: 'other-application', shared_secret: 'other-secret', refresh_token: 'other-token', api_origin };
  await connect('channel_advisor', first);
  await expect(connect('channel_advisor', { ...second, profile_id: '12000001' })).rejects.toMatchObject(
    twice('ChannelAdvisor', 'Demo Gifts US'),
  );
  await connect('channel_advisor', { ...second, profile_id: '12000002' });
});

test('another key of the same shop is taken, and a key of another shop is refused by both names; nothing of it is stored', async () => {
  const { shop, connect, shipStation } = await seller();
  await connect('ship_station', shipStation());
  Object.assign(shop.sandbox.control.seller(), { key: 'new-key', secret: 'new-secret' });
  await reconnectTried(shop.engine, shop, 'ship_station', shipStation({ api_key: 'new-key', api_secret: 'new-secret' }));
  const strange = shipStation({ api_key: 'second-key', api_secret: 'second-secret' });
  await expect(reconnectTried(shop.engine, shop, 'ship_station', strange)).rejects.toMatchObject({
    ...{ status: 409, code: 'another_identity' },
    message: expect.stringMatching(/^These credentials belong to Second store, and ShipStation is Web shop, Wholesale\./),
  });
  expect(await tryConnection(shop.engine, shop, 'ship_station')).toMatchObject({ works: true });
});

test('a connection to all stores may be narrowed to one and widened again', async () => {
  const { shop, connect, shipStation } = await seller();
  await connect('ship_station', shipStation());
  await reconnectTried(shop.engine, shop, 'ship_station', shipStation({ store_id: '310002' }));
  expect(await stored(shop)).toMatchObject([{ identities: ['ship_station:store/310002'], past_identities: ['ship_station:store/310001'] }]);
  await reconnectTried(shop.engine, shop, 'ship_station', shipStation());
  expect(await stored(shop)).toMatchObject([{ past_identities: [] }]);
});

test('a key of another client of the warehouse is refused', async () => {
  const { shop, connect, warehouse } = await seller();
  await connect('amware', warehouse('demo-amware-key'));
  await expect(reconnectTried(shop.engine, shop, 'amware', warehouse('second-amware-key'))).rejects.toMatchObject({
    code: 'another_identity',
    message: expect.stringContaining('belong to Second Store, and Amware is Demo Gifts'),
  });
});

test('a key that became another client’s stops its connection, at a test and within the hour', async () => {
  const { shop, connect, warehouse } = await seller();
  await connect('amware', warehouse('demo-amware-key'));
  const client = shop.sandbox.control.client();
  Object.assign(client, demoClients[1], { apiKey: 'demo-amware-key' });
  await shop.tidy();
  expect(await stored(shop)).toMatchObject([{ state: 'needs_reconnect', identities: ['amware:account/demo'] }]);
  expect(await tryConnection(shop.engine, shop, 'amware')).toMatchObject({ works: false });
  Object.assign(client, demoClients[0]);
  await reconnectTried(shop.engine, shop, 'amware', warehouse('demo-amware-key'));
  expect(await stored(shop)).toMatchObject([{ state: 'active' }]);
});

test('connections of before are identified within the hour; of two to the same shop the second stops', async () => {
  const { shop, connect, shipStation } = await seller();
  await connect('ship_station', shipStation({ store_id: '310001' }));
  await connect('ship_station', shipStation({ store_id: '310002' }));
  await shop.own.sql(
    `update connections set identities = '{}', identified_as = null, settings = settings - 'store_id' where account_id = $1`,
    [shop.accountId],
  );
  await shop.tidy();
  expect((await stored(shop)).map(({ state }) => state).toSorted()).toEqual(['active', 'needs_reconnect']);
});
