import { expect, test } from 'vitest';
import { connectorNamed } from '../../../../connectors/index.ts';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { buildShop, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { readBodies } from '../calls/exchanges.ts';
import { getConnection } from '../calls/session.ts';
import { connect, disconnect, reconnect, setPaused, syncNow } from './commands.ts';

const own = testDatabase();

const row = async (id: number) => (await own.sql('select * from connections where id = $1', [id]))[0] ?? {};

test('secrets are sealed, bound to their connection, and never among the settings', async () => {
  const { channelId, engine, accountId } = await buildShop(own);
  const { settings, secrets } = await row(channelId);
  expect(Object.keys(settings).sort()).toEqual(['api_origin']);
  expect(JSON.stringify(await row(channelId))).not.toMatch(/demo-key|demo-secret/);
  expect(() => engine.seal.open(secrets, 'connection:1:999')).toThrow();
  const opened = await withoutPerson(own.database, accountId, (tenant) => getConnection(tenant, engine.seal, channelId));
  expect(opened?.settings).toMatchObject({ api_key: 'demo-key', api_secret: 'demo-secret' });
});

test('no secret is in the log of exchanges', async () => {
  const shop = await buildShop(own, { pace: 'instant' });
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  await shop.engine.exchanges.flush();
  const exchanges = await own.sql<{ bodies_id: string; line: number }>('select * from exchanges where account_id = $1', [shop.accountId]);
  const bodies = await shop.inTenant((tenant) =>
    Promise.all(exchanges.map(({ bodies_id, line }) => readBodies(tenant, Number(bodies_id), line))),
  );
  const log = JSON.stringify([exchanges, bodies]);
  for (const part of ['mark_as_shipped', 'authorization', 'orderNumber']) expect(log).toContain(part);
  const basic = Buffer.from('demo-key:demo-secret').toString('base64');
  for (const secret of ['demo-key', 'demo-secret', 'demo-amware-key', 'demo-webhook-secret', basic]) expect(log).not.toContain(secret);
});

test('a second connection of a kind gets the next slug, and the first one’s is free again once it is disconnected', async () => {
  const { inTenant: within, engine, channelId } = await buildShop(own);
  const settings = { api_key: 'a', api_secret: 'b', api_origin: 'https://ssapi.shipstation.com' };
  const another = () =>
    within((tenant) =>
      connect(tenant, engine.seal, { connector: connectorNamed('ship_station'), name: 'Second', since: new Date(), settings }),
    );
  expect((await another()).slug).toBe('ship_station-2');
  await within((tenant) => disconnect(tenant, channelId));
  expect((await another()).slug).toBe('ship_station');
});

test('an account that has as many connections as it can have connects another once it has disconnected one', async () => {
  const { inTenant: within, engine, channelId, accountId } = await buildShop(own);
  await own.sql(
    `insert into connections (account_id, connector, slug, name, state)
     select $1::bigint, 'ship_station', 'shop-' || n, 'Shop ' || n, 'paused'
     from generate_series(1, 200 - (select count(*)::int from connections where account_id = $1)) as n`,
    [accountId],
  );
  const form = { connector: connectorNamed('ship_station'), name: 'One more', since: new Date() };
  const settings = { api_key: 'a', api_secret: 'b', api_origin: 'https://ssapi.shipstation.com' };
  const another = () => within((tenant) => connect(tenant, engine.seal, { ...form, settings }));
  await expect(another()).rejects.toMatchObject({
    ...{ status: 409, code: 'too_many' },
    message: 'There are 200 connections. Disconnect one that nobody needs first.',
  });
  await within((tenant) => disconnect(tenant, channelId));
  expect((await another()).slug).toBe('ship_station');
});

test('what references are derived from is the same when a channel is connected again, and stays when its settings change', async () => {
  const { inTenant: within, engine, channelId } = await buildShop(own);
  const connector = connectorNamed('ship_station');
  const settings = { api_key: 'demo-key', api_secret: 'demo-secret', api_origin: 'https://ssapi.shipstation.com' };
  const another = (...keys: string[]) =>
    within((tenant) =>
      connect(tenant, engine.seal, { connector, name: 'Again', since: new Date(), settings, identity: { name: 'Web shop', keys } }),
    );
  const keyOf = async (id: number) => (await row(id)).reference_key;
  const first = await keyOf(channelId);
  await within((tenant) => reconnect(tenant, engine.seal, channelId, connector, { ...settings, api_secret: 'new' }));
  await within((tenant) => disconnect(tenant, channelId));
  expect(await keyOf(channelId)).toBe(first);
  expect(await keyOf((await another('ship_station:store/310002', 'ship_station:store/310001')).id)).toBe(first);
  expect(await keyOf((await another('ship_station:store/7')).id)).not.toBe(first);
});

test('a second warehouse is refused with the first one’s name, also when two people connect one at once', async () => {
  const { inTenant: within, engine, warehouseId } = await buildShop(own);
  const settings = { api_key: 'a', base_url: 'https://amware.example', webhook_secret: 'b' };
  const another = () =>
    within((tenant) => connect(tenant, engine.seal, { connector: connectorNamed('amware'), name: 'Second', since: new Date(), settings }));
  await expect(another()).rejects.toMatchObject({
    status: 409,
    message: 'Amware is connected already, and orders go to one warehouse. Disconnect it first.',
  });
  await within((tenant) => disconnect(tenant, warehouseId));
  const both = await Promise.allSettled([another(), another()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a secret left empty keeps what it was', async () => {
  const { inTenant: within, engine, channelId } = await buildShop(own);
  const settings = { api_key: '', api_secret: 'new', api_origin: 'https://ssapi.shipstation.com' };
  await within((tenant) => reconnect(tenant, engine.seal, channelId, connectorNamed('ship_station'), settings));
  const opened = await within((tenant) => getConnection(tenant, engine.seal, channelId));
  expect(opened?.settings).toMatchObject({ api_key: 'demo-key', api_secret: 'new' });
});

test('a paused channel is not called, and catches up when it is resumed', async () => {
  const shop = await buildShop(own);
  await shop.inTenant((tenant) => setPaused(tenant, shop.channelId, true));
  const requestCount = () => shop.sandbox.control.state().shipStation[0]?.counters.requests;
  const before = requestCount();
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  expect(requestCount()).toBe(before);
  await shop.inTenant((tenant) => setPaused(tenant, shop.channelId, false));
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing' });
});

test('disconnecting erases the secrets, calls nobody any longer, and keeps the orders', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  await shop.inTenant((tenant) => disconnect(tenant, shop.channelId));
  const requestCount = () => shop.sandbox.control.state().shipStation[0]?.counters.requests;
  const before = requestCount();
  await shop.sync();
  expect(requestCount()).toBe(before);
  expect(await row(shop.channelId)).toMatchObject({ secrets: null, webhook_secret: null, state: 'disconnected' });
  expect(await shop.orders()).toHaveLength(1);
});

test('sync now reads every stream as runs, and a second click joins those that are under way', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  const runs = await shop.inTenant((tenant) => syncNow(tenant, shop.channelId));
  expect(await shop.inTenant((tenant) => syncNow(tenant, shop.channelId))).toEqual(runs);
  await shop.engine.runJobs();
  expect(await ended(shop, runs)).toEqual([
    { subject: 'orders', state: 'done', done: 1 },
    { subject: 'still_there', state: 'done', done: 0 },
  ]);
});

const ended = ({ accountId }: Shop, runs: number[]) =>
  own.sql(`select subject ->> 'stream' as subject, state, done from runs where account_id = $1 and id = any($2) order by 1`, [
    accountId,
    runs,
  ]);

test('a run that the other side fails for a while goes on, and ends', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  shop.sandbox.control.faults.add({ target: 'ship_station', operation: 'list_orders', kind: '500', times: 2 });
  const runs = await shop.inTenant((tenant) => syncNow(tenant, shop.channelId));
  for (const _ of [1, 2, 3]) {
    await shop.engine.runJobs();
    await shop.engine.passTime();
  }
  await shop.engine.runJobs();
  expect(await ended(shop, runs)).toEqual([
    { subject: 'orders', state: 'done', done: 1 },
    { subject: 'still_there', state: 'done', done: 0 },
  ]);
});
