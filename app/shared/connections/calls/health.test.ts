import { expect, test } from 'vitest';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { connectorNamed } from '../../../../connectors/index.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { buildShop, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { issuesInWords } from '../../../../test/in-words.ts';
import { streamKinds, streamNames } from '../../../base/stream-names.ts';
import { reconnect } from '../connecting/commands.ts';
import { mayCall, recordFailure } from '../health/health.ts';
import { listConnections } from '../queries.ts';
import { getConnection } from './session.ts';

const own = testDatabase();

type Health = { state: string; failures_in_a_row: number; blocked_until: Date | null; last_failure: object | null };
async function health({ accountId }: Shop, id: number): Promise<Health> {
  const [row] = await own.sql<Health>('select * from connections where account_id = $1 and id = $2', [accountId, id]);
  if (!row) throw new Error('no connection');
  return row;
}

/** To read the channel as well would take up some of the seconds for which the warehouse is not called. */
const ofWarehouse = streamNames.filter((name) => streamKinds[name].capability === 'warehouse');
const requestCount = ({ sandbox }: Shop) => sandbox.control.state().amware[0]?.counters.requests ?? 0;

test('after five failures in a row no call is made for a while; then one call probes, and its success closes the circuit', async () => {
  const shop = await buildShop(own);
  shop.sandbox.control.faults.add({ target: 'amware', kind: '500', probability: 1 });
  await shop.read(...ofWarehouse);
  // The pause of some seconds may end while a slow machine works.
  await own.sql(`update connections set blocked_until = date_add(blocked_until, interval '1 hour', 'UTC') where id = $1`, [
    shop.warehouseId,
  ]);
  expect(await health(shop, shop.warehouseId)).toMatchObject({
    failures_in_a_row: 5,
    blocked_until: expect.any(Date),
    last_failure: { code: 'trouble', system: 'Amware', status: 500 },
  });
  const listed = await inTenant(own.database, shop, listConnections);
  expect(listed.find(({ id }) => id === shop.warehouseId)).toMatchObject({
    health: 'blocked',
    health_sentence: 'Amware has a problem (error 500). Crossdock tries again by itself.',
  });

  const before = requestCount(shop);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', issues: [] });
  expect(requestCount(shop)).toBe(before);

  await shop.engine.passTime();
  await shop.read(...ofWarehouse);
  expect(requestCount(shop)).toBe(before + 1);
  expect(await health(shop, shop.warehouseId)).toMatchObject({ failures_in_a_row: 6, blocked_until: expect.any(Date) });

  shop.sandbox.control.faults.clear();
  await shop.engine.passTime();
  await shop.sync();
  expect(await health(shop, shop.warehouseId)).toMatchObject({ failures_in_a_row: 0, blocked_until: null });
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing' });
});

test('a half-open circuit lets one of many callers through', async () => {
  const shop = await buildShop(own);
  await own.sql(`update connections set blocked_until = now() - interval '1 second', failures_in_a_row = 5 where account_id = $1`, [
    shop.accountId,
  ]);
  const ask = () =>
    inTenant(own.database, shop, async (tenant) => {
      const connection = await getConnection(tenant, shop.engine.seal, shop.warehouseId);
      return connection && mayCall(tenant, connection);
    });
  const replies = await Promise.all(Array.from({ length: 8 }, ask));
  expect(replies.sort()).toEqual([...Array(7).fill('no'), 'once']);
});

test('the longest pause before a probe is half a minute', async () => {
  const shop = await buildShop(own);
  shop.sandbox.control.faults.add({ target: 'ship_station', kind: '500', probability: 1 });
  for (let round = 0; round < 14; round++) {
    await shop.engine.passTime();
    await shop.read('orders');
  }
  const { blocked_until, failures_in_a_row } = await health(shop, shop.channelId);
  expect(failures_in_a_row).toBeGreaterThan(10);
  expect((blocked_until?.getTime() ?? 0) - Date.now()).toBeLessThan(30_000);
  const [stream] = await own.sql<{ wait: number }>(
    'select extract(epoch from due_at - now())::float as wait from streams where account_id = $1 and connection_id = $2',
    [shop.accountId, shop.channelId],
  );
  expect(stream?.wait).toBeLessThan(33);
});

test('an outage counts as no attempt: its orders are not given up', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  await shop.read('orders');
  await own.sql(`update outbox set state = 'waiting', attempts = 15, maybe_done = true, done_at = null where account_id = $1`, [
    shop.accountId,
  ]);
  await own.sql(`update connections set failures_in_a_row = 9, blocked_until = now() where account_id = $1`, [shop.accountId]);
  shop.sandbox.control.faults.add({ target: 'amware', kind: '500', probability: 1 });
  await shop.engine.passTime();
  await shop.sync();
  const [row] = await own.sql('select state from outbox where account_id = $1', [shop.accountId]);
  expect(row).toEqual({ state: 'waiting' });
  expect((await shop.order('1001')).issues).toEqual([]);
});

test('refused credentials stop a connection with an issue of its own; nothing is lost, and reconnecting lets it go on', async () => {
  const shop = await buildShop(own);
  await own.sql(`insert into mail_addresses (account_id, address, confirmed_at) values ($1, 'ops@example.org', now())`, [shop.accountId]);
  await own.sql(`insert into notification_rules (account_id, kind, address) values ($1, 'needs_reconnect', 'ops@example.org')`, [
    shop.accountId,
  ]);
  shop.sandbox.control.faults.add({ target: 'amware', kind: 'expired_credentials', probability: 1 });
  await shop.sync();
  expect(await health(shop, shop.warehouseId)).toMatchObject({ state: 'needs_reconnect' });
  const open = async () =>
    issuesInWords(
      await own.sql(`select type, sentence from issues where account_id = $1 and order_id is null and closed_at is null`, [shop.accountId]),
    );
  expect(await open()).toEqual([
    {
      type: 'needs_reconnect',
      sentence: 'Amware refuses every request: The credentials were refused (401). Nothing is lost: orders wait until it is reconnected.',
    },
  ]);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', issues: [] });
  // Told once, however often it is refused.
  const told = await own.sql('select kind, path from notifications where account_id = $1 and address is not null', [shop.accountId]);
  expect(told).toEqual([{ kind: 'needs_reconnect', path: expect.stringMatching(/^\/settings\/connectors\/amware/) }]);

  shop.sandbox.control.faults.clear();
  const settings = { base_url: `${shop.sandbox.origin}/amware`, api_key: '' };
  await shop.inTenant((tenant) => reconnect(tenant, shop.engine.seal, shop.warehouseId, connectorNamed('amware'), settings));
  await shop.sync();
  expect(await open()).toEqual([]);
  expect(await health(shop, shop.warehouseId)).toMatchObject({ state: 'active' });
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing' });
});

test('a call that began before a connection was reconnected does not stop it: what was refused is what was replaced', async () => {
  const shop = await buildShop(own);
  const refusedOf = async () => {
    const connection = await shop.inTenant((tenant) => getConnection(tenant, shop.engine.seal, shop.warehouseId));
    if (!connection) return expect.unreachable('it is connected');
    return () => shop.inTenant((tenant) => recordFailure(tenant, connection, { kind: 'reconnect', reason: theirWords('No such key.') }));
  };
  const earlier = await refusedOf();
  const settings = { base_url: `${shop.sandbox.origin}/amware`, api_key: 'another-key' };
  await shop.inTenant((tenant) => reconnect(tenant, shop.engine.seal, shop.warehouseId, connectorNamed('amware'), settings));
  await earlier();
  expect(await health(shop, shop.warehouseId)).toMatchObject({ state: 'active', last_failure: null });
  await (await refusedOf())();
  expect(await health(shop, shop.warehouseId)).toMatchObject({ state: 'needs_reconnect' });
});

test('a stream that the other side refuses is reported', async () => {
  const shop = await buildShop(own);
  await own.sql(
    `update connections set settings = settings || jsonb_build_object('base_url', $2::text) where account_id = $1
      and 'warehouse' = any(capabilities)`,
    [shop.accountId, `${shop.sandbox.origin}/nowhere`],
  );
  await shop.sync();
  expect((await health(shop, shop.warehouseId)).last_failure).toEqual({ code: 'no_such_record', status: 404 });
});
