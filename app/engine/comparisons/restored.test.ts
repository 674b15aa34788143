import { afterEach, expect, test } from 'vitest';
import { plainAddress } from '../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { runsInWords } from '../../../test/in-words.ts';
import { forgetOrders } from '../../../test/shop/forgetting.ts';
import { sayRestored } from '../../base/installation/by-hand.ts';
import { openMark } from '../../base/installation/mark.ts';
import { sweepComparisons } from './sweep.ts';

const own = testDatabase();
afterEach(() => own.sql(`update installation set life = null, stopped = null, mark = 0`));

/** A worker of this shop: what recognises the database, and raises its mark. */
const workerOf = ({ engine }: Shop) => openMark({ ...engine, databaseUrl: own.url });
const life = (value: string) => own.sql('update installation set life = $1', [value]);
const installation = async () => (await own.sql('select mark::int, stopped, reason, life = database_life() as known from installation'))[0];
const atWarehouse = ({ sandbox }: Shop) => sandbox.control.state().amware[0]?.orders.length;

/** The comparison as workers do it, to its end. */
async function compare(shop: Shop): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    await sweepComparisons(own.database);
    await shop.engine.runJobs();
    await shop.sync();
  }
}

test('a database that begins another life and is behind its mark sends nothing, is compared, and goes on by itself', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await workerOf(shop).beat();
  shop.sell({ orderNumber: 'A-1' });
  await shop.sync();
  expect([await installation(), atWarehouse(shop)]).toMatchObject([{ known: true, stopped: null }, 1]);
  // A dump from before: it has another life, and has not counted so far.
  await own.sql(`update installation set life = 'another', mark = 0`);
  shop.sell({ orderNumber: 'A-2' });
  await shop.sync();
  expect(atWarehouse(shop)).toBe(1);
  await workerOf(shop).beat();
  expect(await installation()).toMatchObject({
    stopped: 'restored',
    reason: { code: 'behind' },
  });
  await compare(shop);
  await shop.flow();
  expect([await installation(), atWarehouse(shop)]).toMatchObject([{ known: true, stopped: null }, 2]);
});

test('what is said by hand stops everything until it is compared, and the report says what was found', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await workerOf(shop).beat();
  await sayRestored(own.database);
  shop.sell({ orderNumber: 'B-1' });
  await shop.flow();
  expect(atWarehouse(shop)).toBe(0);
  await compare(shop);
  const [run] = runsInWords(
    await own.sql(`select state, sentence from runs where kind = 'comparison' and account_id = $1`, [shop.accountId]),
  );
  expect(run).toMatchObject({ state: 'done', sentence: expect.stringContaining('1 message had not been sent and goes out now') });
  await shop.flow();
  expect([atWarehouse(shop), await installation()]).toMatchObject([1, { stopped: null, known: true }]);
});

test('what waited together in the dump, and was sent apart by the database that was lost, is not sent once more', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  await workerOf(shop).beat();
  const combine = (yes: boolean) => own.sql('update accounts set combine_orders = $1 where id = $2', [yes, shop.accountId]);
  await combine(false);
  for (const orderNumber of ['E-1', 'E-2']) {
    shop.sell({ orderNumber, shipTo: { ...plainAddress, name: 'Anna Blum' } });
    await shop.flow();
  }
  expect(atWarehouse(shop)).toBe(2);
  // In the dump both wait as one, for a warehouse that could not be reached, and nothing says that they may have been sent.
  await forgetOrders(own, shop.accountId);
  await combine(true);
  await own.sql(`update connections set blocked_until = now() + interval '1 hour' where id = $1`, [shop.warehouseId]);
  await shop.read('orders');
  const waits = () => own.sql(`select kind, state, maybe_done from outbox where account_id = $1`, [shop.accountId]);
  expect(await waits()).toEqual([{ kind: 'submit', state: 'waiting', maybe_done: false }]);
  await sayRestored(own.database);
  await own.sql('update connections set blocked_until = null where id = $1', [shop.warehouseId]);
  await compare(shop);
  await shop.engine.passTime();
  await shop.flow();
  expect([atWarehouse(shop), (await shop.orders()).map(({ order_status, issues }) => [order_status, issues])]).toEqual([
    2,
    [
      ['packing', []],
      ['packing', []],
    ],
  ]);
});

test.each(['restored', 'copy'])('%s: what a lost confirmation shipped is no change; what nobody here has shipped is', async (stopped) => {
  const shop = await buildShop(own, { reads: ofOrders });
  await workerOf(shop).beat();
  const [ours, theirs] = shop.sell({ orderNumber: 'S-1' }, { orderNumber: 'S-2', shipTo: { ...plainAddress, street1: '2 Main Street' } });
  await shop.sync();
  await own.sql('update installation set stopped = $1, stopped_at = now()', [stopped]);
  const { orders, floor } = shop.sandbox.control.client();
  for (const order of orders.rows.values())
    if (order.body.order_numbers.includes('S-1')) for (let step = 0; step < 4; step++) floor.advance(order);
  const mark = { carrierCode: 'ups', trackingNumber: '1Z', shipDate: null, notified: false };
  for (const order of [ours, theirs]) if (order) shop.sandbox.control.seller().mark(order, mark);
  // A copy goes on reading while it waits.
  if (stopped === 'copy') await shop.sync();
  await sayRestored(own.database);
  await compare(shop);
  await shop.flow();
  const issues = (number: string) =>
    own.sql(
      `select i.type from issues i join orders o on o.id = i.order_id where o.account_id = $1 and o.source_order_number = $2
        and closed_at is null`,
      [...[shop.accountId, number]],
    );
  expect([(await shop.order('S-1')).order_status, await issues('S-1'), await issues('S-2')]).toEqual([
    ...['fulfilled', [], [{ type: 'changed_after_release' }]],
  ]);
});

test('an older database that nobody has recognised yet takes nothing that was lost with the newest for news', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await workerOf(shop).beat();
  const [ours] = shop.sell({ orderNumber: 'U-1' });
  await shop.sync();
  // Its confirmation is lost: a standby that had not caught up takes over.
  await own.sql(`update installation set life = 'another', mark = 0`);
  const { orders, floor } = shop.sandbox.control.client();
  for (const order of orders.rows.values()) for (let step = 0; step < 4; step++) floor.advance(order);
  if (ours) shop.sandbox.control.seller().mark(ours, { carrierCode: 'ups', trackingNumber: '1Z', shipDate: null, notified: false });
  await shop.sync();
  await workerOf(shop).beat();
  await compare(shop);
  await shop.engine.passTime();
  await shop.flow();
  expect((await shop.orders()).map(({ order_status, issues }) => [order_status, issues])).toEqual([['fulfilled', []]]);
});

test('one account that cannot be compared holds up no other', async () => {
  const [one, other] = [await buildShop(own, { reads: ofOrders }), await buildShop(own, { reads: ofOrders })];
  await workerOf(one).beat();
  await sayRestored(own.database);
  one.sandbox.control.faults.add({ target: 'ship_station', kind: '500', durationMs: 600_000 });
  other.sell({ orderNumber: 'C-1' });
  await compare(other);
  await other.flow();
  const open = await own.sql<{ id: number }>('select distinct account_id::int as id from comparisons where finished_at is null');
  const ids = open.map(({ id }) => id);
  expect([atWarehouse(other), ids.includes(one.accountId), ids.includes(other.accountId)]).toEqual([1, true, false]);
});

test('a clean failover goes on at once', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const worker = workerOf(shop);
  await worker.beat();
  const { mark } = (await installation()) as { mark: number };
  await life('the one before');
  // The worker sees that its database is another one, and recognises it.
  expect(await worker.cover()).toBe(false);
  await worker.beat();
  expect(await installation()).toMatchObject({ stopped: null, known: true });
  expect((await installation())?.mark).toBeGreaterThan(mark);
});

test('a copy with other files asks a person', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await workerOf(shop).beat();
  await life('production');
  const copy = await buildShop(own, { reads: ofOrders, connected: false });
  await workerOf(copy).beat();
  expect(await installation()).toMatchObject({ stopped: 'copy', reason: { code: 'other_files' } });
  shop.sell({ orderNumber: 'D-1' });
  await shop.flow();
  await sweepComparisons(own.database);
  expect([atWarehouse(shop), (await installation())?.stopped]).toEqual([0, 'copy']);
});
