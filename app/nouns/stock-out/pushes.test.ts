import { expect, test } from 'vitest';
import { theirWords } from '../../../connectors/http/reasons.ts';
import type { FaultKind } from '../../../sandbox/faults.ts';
import { testDatabase } from '../../../test/database.ts';
import { count, link, marketplace, pushesOf, shopWithVendor, taken, tell } from '../../../test/shop/told-of-stock.ts';
import { page, vendorOrder } from '../../../test/shop/vendor.ts';
import { listCauses } from '../../shared/issues/queries.ts';
import { listRuns } from '../../shared/runs/queries.ts';
import { unlinkProduct } from '../links/saving/commands.ts';
import { pushAll, saveBuffer } from './commands.ts';
import { queueListingsAnew } from './queue.ts';

const own = testDatabase();

test('a channel is told of what is linked, once it is switched on, and again only when it changes', async () => {
  const { shop, vendor, quantities } = await shopWithVendor(own);
  await link(shop, vendor.id, 'MUG');
  await shop.sync();
  expect(quantities()).toEqual([]);
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(quantities()).toEqual([['MUG', '1', 1000]]);
  await shop.sync();
  expect(quantities()).toHaveLength(1);
  count(shop, 40);
  await shop.sync();
  expect(quantities().at(-1)).toEqual(['MUG', '1', 40]);
  await shop.inTenant((tenant) => unlinkProduct(tenant, { connectionId: vendor.id, sku: 'MUG' }));
  count(shop, 30);
  await shop.sync();
  expect(quantities()).toHaveLength(2);
});

test('what another channel sells is taken off as soon as its order is here', async () => {
  const { shop, vendor, quantities } = await shopWithVendor(own);
  await link(shop, vendor.id, 'MUG');
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 4 }] });
  await shop.read('orders');
  expect(quantities().at(-1)).toEqual(['MUG', '1', 996]);
  // The warehouse counts it as allocated by now: it is not taken off twice.
  await shop.flow();
  expect(quantities().at(-1)).toEqual(['MUG', '1', 996]);
  vendor.queue = () => page([vendorOrder('1')]);
  await shop.read('orders');
  expect(quantities().at(-1)).toEqual(['MUG', '1', 995]);
});

test('whole packs are told, less what is kept back of the connection or the product, and never less than none', async () => {
  const { shop, vendor, quantities } = await shopWithVendor(own);
  count(shop, 20);
  await shop.sync();
  await link(shop, vendor.id, 'MUG');
  await link(shop, vendor.id, 'MUG-6', 'MUG', 6);
  await tell(shop, vendor.id, 'on', 5);
  await shop.engine.runJobs();
  expect(quantities().toSorted()).toEqual([
    ['MUG', '1', 15],
    ['MUG-6', '1', 2],
  ]);
  const [{ id } = { id: 0 }] = await own.sql<{ id: string }>(
    `select id from connector_products where connection_id = $1 and connector_product_sku = 'MUG-6'`,
    [vendor.id],
  );
  await shop.inTenant((tenant) => saveBuffer(tenant, Number(id), 1));
  await shop.engine.runJobs();
  expect(quantities().at(-1)).toEqual(['MUG-6', '1', 3]);
  count(shop, 3);
  await shop.sync();
  expect(quantities().slice(-2).toSorted()).toEqual([
    ['MUG', '1', 0],
    ['MUG-6', '1', 0],
  ]);
});

test('a book of stock is told what is there, promised or not', async () => {
  const { shop, vendor, quantities } = await shopWithVendor(own, taken, 'on_hand');
  await link(shop, vendor.id, 'MUG');
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 4 }] });
  await shop.sync();
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(quantities()).toEqual([['MUG', '1', 1000]]);
});

test('of a product that the warehouse no longer names there is nothing to sell, until it names it again', async () => {
  const { shop, vendor, quantities } = await shopWithVendor(own);
  await link(shop, vendor.id, 'MUG');
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  const { catalogue } = shop.sandbox.control.client();
  catalogue.drop(['MUG']);
  await shop.sync();
  expect(quantities().at(-1)).toEqual(['MUG', '1', 0]);
  catalogue.take([{ sku: 'MUG', name: 'A mug' }]);
  await shop.sync();
  expect(quantities().at(-1)).toEqual(['MUG', '1', 1000]);
});

test('a rehearsal lists what would be told and makes no call', async () => {
  const { shop, vendor, told } = await shopWithVendor(own);
  await link(shop, vendor.id, 'MUG');
  await tell(shop, vendor.id, 'rehearsal');
  await shop.engine.runJobs();
  count(shop, 7);
  await shop.sync();
  expect([told, await pushesOf(shop, 'MUG')]).toEqual([
    [],
    [
      ['rehearsed', 7],
      ['rehearsed', 1000],
    ],
  ]);
  const { runId } = await shop.inTenant((tenant) => pushAll(tenant, { id: vendor.id, name: 'Some vendor' }));
  await shop.engine.runJobs();
  expect(await shop.inTenant((tenant) => listRuns(tenant, { ids: [runId] }))).toMatchObject([
    { state: 'done', done: 1, sentence: 'Nothing was sent: each linked product says what would be.' },
  ]);
  expect(told).toEqual([]);
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(told.flat()).toMatchObject([{ sku: 'MUG', quantity: 7 }]);
});

test('many go together, as many as the channel takes at once, after everything that concerns orders', async () => {
  const { shop, vendor, told } = await shopWithVendor(own);
  for (const sku of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) await link(shop, vendor.id, sku, 'MUG');
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(told.map((levels) => levels.length)).toEqual([3, 3, 1]);
});

test('what changes while a channel is told is told afterwards: the newest wins', async () => {
  const change = { by: async () => undefined as unknown };
  const { shop, vendor, quantities } = await shopWithVendor(own, async (levels) => {
    await change.by();
    return taken(levels);
  });
  await link(shop, vendor.id, 'MUG');
  change.by = async () => {
    change.by = async () => undefined;
    count(shop, 12);
    // The change finds the effect being sent.
    await own.sql('update products set quantity_on_hand = 12, quantity_available = 12 where account_id = $1 and sku = $2', [
      shop.accountId,
      'MUG',
    ]);
  };
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(quantities()).toEqual([
    ['MUG', '1', 1000],
    ['MUG', '1', 12],
  ]);
});

test('what the channel refuses is an issue with its reason, until it takes it', async () => {
  const refuse = { on: true };
  const { shop, vendor } = await shopWithVendor(own, (levels) => ({
    ok: true,
    value: levels.map(({ key, sku }) =>
      refuse.on && sku === 'MUG'
        ? { key, failure: { kind: 'rejected', code: 'unknown_sku', reason: theirWords('No such SKU.') } }
        : { key },
    ),
  }));
  await link(shop, vendor.id, 'MUG');
  await link(shop, vendor.id, 'CUP');
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect((await shop.inTenant(listCauses)).groups).toMatchObject([
    { type: 'stock_refused', causes: [{ subject: 'MUG', sentence: 'Some vendor did not take the stock of MUG: No such SKU.' }] },
  ]);
  expect([await pushesOf(shop, 'MUG'), await pushesOf(shop, 'CUP')]).toEqual([[['refused', null]], [['sent', expect.any(Number)]]]);
  refuse.on = false;
  count(shop, 8);
  await shop.sync();
  expect((await shop.inTenant(listCauses)).groups).toEqual([]);
});

test('a full push tells everything anew, as a run with an outcome for each', async () => {
  const { shop, vendor, told } = await shopWithVendor(own);
  await link(shop, vendor.id, 'MUG');
  await link(shop, vendor.id, 'CUP');
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  const push = () => shop.inTenant((tenant) => pushAll(tenant, { id: vendor.id, name: 'Some vendor' }));
  const { runId, total } = await push();
  expect([total, (await push()).runId]).toEqual([2, runId]);
  await shop.engine.runJobs();
  expect(told.flat()).toHaveLength(4);
  expect(await shop.inTenant((tenant) => listRuns(tenant, { ids: [runId] }))).toMatchObject([
    { state: 'done', total: 2, done: 2, failed: 0 },
  ]);
  await tell(shop, vendor.id, 'off');
  await expect(push()).rejects.toMatchObject({ status: 409 });
});

test('ChannelAdvisor has what can be sold, whoever sold it', async () => {
  const { shop, there, buy } = await marketplace(own);
  expect(there()).toBe(50);
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 8 }] });
  await shop.flow();
  expect(there()).toBe(42);
  buy(2);
  await shop.flow();
  expect(there()).toBe(40);
  count(shop, 41);
  await shop.flow();
  expect(there()).toBe(41);
});

test.each<FaultKind[]>([
  ['drop_after_accept', '500'],
  ['429', 'malformed'],
  ['refused_as_500', 'truncated'],
])('whatever fails (%s, %s), channel and Crossdock agree in the end, and it is never told more than there is', async (first, second) => {
  const { shop, there, buy } = await marketplace(own);
  const fault = (operation: string, kind: FaultKind) =>
    shop.sandbox.control.faults.add({ target: 'channel_advisor', operation, kind, times: 2 });
  let free = 50;
  for (const [round, quantity] of [5, 3].entries()) {
    fault('update_quantity', round % 2 === 0 ? first : second);
    fault('find_products', round % 2 === 0 ? second : first);
    if (round % 2 === 0) shop.sell({ orderNumber: `10${round}`, items: [{ sku: 'MUG', quantity }] });
    else buy(quantity);
    free -= quantity;
    await shop.flow();
    await shop.engine.passTime();
    await shop.flow();
    // What it could not be told yet is the change alone.
    expect(there()).toBeLessThanOrEqual(free + quantity);
  }
  shop.sandbox.control.faults.clear();
  await shop.engine.passTime();
  await shop.flow();
  expect(there()).toBe(free);
});

test('two changes of the same listings at once, in any order, wait for nobody', async () => {
  const { shop, vendor, quantities } = await shopWithVendor(own);
  const skus = ['MUG', 'POSTER'];
  for (const sku of skus) await link(shop, vendor.id, sku, 'MUG');
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  await own.sql('update connector_products set stock_sent = null where account_id = $1', [shop.accountId]);
  const before = quantities().length;
  const begun = { MUG: Promise.withResolvers<void>(), POSTER: Promise.withResolvers<void>() };
  const change = (first: keyof typeof begun, second: keyof typeof begun) =>
    shop.inTenant(async (tenant) => {
      await queueListingsAnew(tenant, vendor.id, [first]);
      begun[first].resolve();
      await begun[second].promise;
      await queueListingsAnew(tenant, vendor.id, [second]);
    });
  await Promise.all([change('MUG', 'POSTER'), change('POSTER', 'MUG')]);
  await shop.engine.runJobs();
  const told = quantities().slice(before);
  expect(told.map(([sku]) => sku).toSorted()).toEqual(skus);
});
