import { expect, test } from 'vitest';
import { paces } from '../../../../../sandbox/amware/pace.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { type SplitShop, splitShop } from '../../../../../test/shop/split-shop.ts';
import { channelOrders, shipAll } from '../../../../../test/shop/warehouse.ts';
import { wakeOutbox } from '../../../../shared/outbox/queue.ts';
import { requestCancel } from '../../../order-flow/release/holding/cancel.ts';
import { getOrder } from '../../detail/queries.ts';
import { toggleLock } from '../flags.ts';
import { saveOrder } from '../save.ts';
import { saveSplit, undoSplit } from './split.ts';

const own = testDatabase();
const later = { MUG: 1, CUP: 1 };
const page = (shop: SplitShop) => shop.inTenant((tenant) => getOrder(tenant, shop.id));
/** One state further, all that the warehouse has. */
const advance = (shop: SplitShop, steps = 1) => {
  const { floor, orders } = shop.sandbox.control.client();
  for (let step = 0; step < steps; step++) for (const order of [...orders.rows.values()]) floor.advance(order);
};
/** The warehouse ships the first parcel, and we hear of it; the second parcel waits where `state` says so. */
const shipFirst = async (shop: SplitShop) => {
  advance(shop, 3);
  await shop.flow();
};
const turnLock = async (shop: SplitShop, locked: boolean) => {
  await shop.inTenant((tenant) => toggleLock(tenant, shop.id, locked));
  await shop.engine.runJobs();
};

test('a split order goes as two warehouse orders, the second once the first has left, and the channel is told once all has', async () => {
  const shop = await splitShop(own);
  await shop.split(later);
  await shop.open();
  expect([shop.goods(), await shop.order('1001')]).toMatchObject([['2 MUG'], { order_status: 'packing', units_ordered: 4 }]);
  expect((await page(shop))?.waits_for).toBe('Waits for the warehouse to pack and ship it.');
  await shipFirst(shop);
  expect([shop.goods(), shop.shipped()]).toEqual([['2 MUG', '1 MUG, 1 CUP'], ['2 MUG']]);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'partially_shipped', units_shipped: 2, in_amware: 1, issues: [] });
  expect(channelOrders(shop)).toMatchObject([{ marks: 0 }]);
  await shipAll(shop);
  expect(shop.shipped()).toEqual(['2 MUG', '1 MUG, 1 CUP']);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', units_shipped: 4, issues: [] });
  expect(channelOrders(shop)).toMatchObject([{ marks: 1 }]);
  const parts = await own.sql('select part, attempt, reference from warehouse_orders where account_id = $1 order by id', [shop.accountId]);
  expect(parts.map(({ part, attempt }) => [part, attempt])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect((await page(shop))?.events.flatMap(({ sentence }) => (/parcel/.test(sentence) ? [sentence] : []))).toEqual([
    'Split into two parcels: first 2 of MUG, then 1 of MUG, 1 of CUP.',
    'The first parcel has left. The second is on its way to the warehouse: 1 of CUP, 1 of MUG.',
  ]);
  // Nothing is left of it.
  expect(await own.sql('select units from reservations where account_id = $1 and accepted_at is null', [shop.accountId])).toEqual([]);
});

test('the second parcel waits until every unit of the first has left', async () => {
  const shop = await splitShop(own);
  shop.sandbox.control.set({ pace: { ...paces.manual, twoParcelsPercent: 100 } });
  await shop.split({ CUP: 1 });
  await shop.open();
  await shipFirst(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'partially_shipped', units_shipped: expect.any(Number) });
  expect([shop.goods(), (await shop.order('1001')).units_shipped < 3]).toEqual([['3 MUG'], true]);
  expect((await page(shop))?.waits_for).toBe('The second parcel is sent once all of the first has left.');
  advance(shop);
  await shop.flow();
  expect(shop.goods()).toEqual(['3 MUG', '1 CUP']);
});

test('what is in the outbox is taken back and sent in two', async () => {
  const shop = await splitShop(own);
  await shop.setWarehouse('needs_reconnect');
  await shop.check();
  expect((await shop.order('1001')).warehouse_order_id).not.toBeNull();
  await shop.split(later);
  await shop.open();
  expect([shop.goods(), (await shop.order('1001')).events.slice(-4)]).toEqual([['2 MUG'], ['recalled', 'split', 'released', 'accepted']]);
});

test('an order that is being sent, or is at the warehouse, is not split, and stays whole', async () => {
  const shop = await splitShop(own);
  await shop.setWarehouse('needs_reconnect');
  await shop.check();
  const sending = (state: 'sending' | 'waiting') =>
    own.sql(
      `update outbox set state = $2, lease_token = case when $2 = 'sending' then gen_random_uuid() end, lease_until = case when $2 = 'sending' then now() + interval '1 minute' end where account_id = $1 and kind = 'submit'`,
      [shop.accountId, state],
    );
  await sending('sending');
  await expect(shop.split(later)).rejects.toMatchObject({ status: 409, code: 'being_sent' });
  await sending('waiting');
  await shop.open();
  await expect(shop.split(later)).rejects.toMatchObject({
    status: 409,
    message: 'This order is with the warehouse and can no longer be split.',
  });
  expect([shop.goods(), (await page(shop))?.is_split]).toEqual([['3 MUG, 1 CUP'], false]);
  await shipAll(shop);
  await expect(shop.split(later)).rejects.toMatchObject({ status: 409 });
  expect(shop.shipped()).toEqual(['3 MUG, 1 CUP']);
});

test('split while it is being sent: whoever comes first, exactly what was sold leaves', async () => {
  for (const first of ['split', 'send'] as const) {
    const shop = await splitShop(own);
    await shop.setWarehouse('needs_reconnect');
    await shop.check();
    await shop.setWarehouse('active');
    const given = await shop.wanted(later);
    const split = () =>
      shop
        .inTenant((tenant) => saveSplit(tenant, shop.id, given))
        .then(
          () => 'split',
          () => 'refused',
        );
    const send = async () => {
      await shop.inTenant((tenant) => wakeOutbox(tenant, [shop.warehouseId]));
      await shop.engine.runJobs();
    };
    await Promise.all(first === 'split' ? [split(), send()] : [send(), split()]);
    await shipAll(shop);
    await shop.flow();
    const left = shop.shipped().flatMap((parcel) => parcel.split(', '));
    const count = (sku: string) => left.reduce((sum, line) => sum + (line.endsWith(sku) ? Number.parseInt(line, 10) : 0), 0);
    expect([count('MUG'), count('CUP')]).toEqual([3, 1]);
    expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', units_shipped: 4 });
  }
});

test('a double click splits once; a page that was opened before the split is refused what it did not see', async () => {
  const shop = await splitShop(own);
  const given = await shop.wanted(later);
  const twice = await Promise.all([0, 1].map(() => shop.inTenant((tenant) => saveSplit(tenant, shop.id, given))));
  expect(twice.map(({ group }) => group === null).toSorted()).toEqual([false, true]);
  expect((await shop.order('1001')).events.filter((kind) => kind === 'split')).toHaveLength(1);
  const stale = given.map((line) => ({ ...line, quantity: line.quantity === 0 ? 1 : 0 }));
  stale[0] = { ...(given[0] as (typeof given)[number]), quantity: 2 };
  await expect(shop.inTenant((tenant) => saveSplit(tenant, shop.id, stale))).rejects.toMatchObject({
    ...{ status: 409, code: 'changed_meanwhile' },
    message: expect.stringMatching(
      /^You changed the lines of this order, or how it is split, since you opened it on .*\. Look at it again before you save\.$/,
    ),
  });
  expect((await shop.lines()).map(({ was }) => was)).toEqual([1, 1]);
});

test('lines that change, here or at the channel, end a split: all of it goes in one parcel', async () => {
  const here = await splitShop(own);
  await here.split(later);
  const [mug] = await here.lines();
  await here.inTenant((tenant) => saveOrder(tenant, { id: here.id, lineItems: [{ id: mug?.id, quantity: 2 }] }));
  const channel = await splitShop(own);
  await channel.split(later);
  const items = channel.sold?.items.map((item) => ({ ...item, quantity: 1 })) ?? [];
  if (channel.sold) channel.sandbox.control.seller().change(channel.sold, { items });
  await channel.sync();
  for (const [shop, goods] of [
    [here, '2 MUG, 1 CUP'],
    [channel, '1 MUG, 1 CUP'],
  ] as const) {
    expect((await page(shop))?.events.map(({ sentence }) => sentence)).toContain('Its lines changed, so it goes in one parcel again.');
    await shop.open();
    expect([shop.goods(), (await page(shop))?.is_split]).toEqual([[goods], false]);
  }
});

test('what the channel changes beside the lines leaves a split as it is', async () => {
  const shop = await splitShop(own);
  await shop.split(later);
  if (shop.sold) shop.sandbox.control.seller().change(shop.sold, { customerNotes: 'Please hurry' });
  await shop.sync();
  await shop.open();
  expect(shop.goods()).toEqual(['2 MUG']);
});

test('a split is undone while nothing has left, and no longer once the first parcel is with the warehouse', async () => {
  const undone = await splitShop(own);
  const { group } = await undone.split(later);
  await undone.inTenant((tenant) => undoSplit(tenant, group ?? 0));
  await undone.open();
  expect([undone.goods(), (await undone.order('1001')).events]).toEqual([['3 MUG, 1 CUP'], expect.arrayContaining(['split', 'split'])]);
  const left = await splitShop(own);
  const split = await left.split(later);
  await left.open();
  await expect(left.inTenant((tenant) => undoSplit(tenant, split.group ?? 0))).rejects.toMatchObject({
    message: 'This order is with the warehouse and can no longer be split.',
  });
  await shipAll(left);
  expect(left.shipped()).toEqual(['2 MUG', '1 MUG, 1 CUP']);
});

test('an undo of a split that somebody changed since is refused', async () => {
  const shop = await splitShop(own);
  const { group } = await shop.split(later);
  await shop.split({ CUP: 1 });
  await expect(shop.inTenant((tenant) => undoSplit(tenant, group ?? 0))).rejects.toMatchObject({ status: 409, code: 'changed_since' });
  expect((await shop.lines()).map(({ was }) => was)).toEqual([0, 1]);
});

test('a lock keeps the second parcel here, also where it was on its way, and it goes once when it is unlocked', async () => {
  const shop = await splitShop(own);
  await shop.split(later);
  await shop.open();
  await turnLock(shop, true);
  await shipFirst(shop);
  await shop.tidy();
  expect([shop.goods(), (await page(shop))?.waits_for]).toEqual([['2 MUG'], 'Locked: nothing is sent until somebody unlocks it.']);
  await shop.setWarehouse('needs_reconnect');
  await turnLock(shop, false);
  expect((await page(shop))?.split_parcels?.second).toBe('sending');
  await turnLock(shop, true);
  expect((await page(shop))?.split_parcels?.second).toBe('here');
  await shop.setWarehouse('active');
  await turnLock(shop, false);
  await shop.flow();
  expect(shop.goods()).toEqual(['2 MUG', '1 MUG, 1 CUP']);
  await shipAll(shop);
  expect([shop.shipped(), (await shop.order('1001')).order_status]).toEqual([['2 MUG', '1 MUG, 1 CUP'], 'fulfilled']);
});

test('a split order that is cancelled before anything has left is cancelled whole', async () => {
  const shop = await splitShop(own);
  await shop.split(later);
  await shop.open();
  await shop.inTenant((tenant) => requestCancel(tenant, [shop.id], null));
  await shop.flow();
  await shipAll(shop);
  expect([shop.shipped(), (await shop.order('1001')).order_status]).toEqual([[], 'cancelled']);
});

test('a second parcel that the channel no longer wants stays here', async () => {
  const shop = await splitShop(own);
  await shop.split(later);
  await shop.open();
  if (shop.sold) shop.sandbox.control.seller().change(shop.sold, { orderStatus: 'cancelled' });
  advance(shop, 3);
  await shop.read('orders');
  await shop.flow();
  await shop.tidy();
  expect(shop.goods()).toEqual(['2 MUG']);
});

test('without stock the second parcel waits with an issue that stops nothing else, and goes by itself when there is enough', async () => {
  const shop = await splitShop(own);
  await shop.split(later);
  await shop.open();
  const stock = (sku: string, units: number) =>
    own.sql('update products set to_promise = $3 where account_id = $1 and sku = $2', [shop.accountId, sku, units]);
  await stock('CUP', 0);
  await shipFirst(shop);
  expect([shop.goods(), await shop.order('1001')]).toMatchObject([
    ['2 MUG'],
    {
      ...{ order_status: 'partially_shipped', issues: ['out_of_stock:second_parcel'] },
      sentences: ['Amware has too little for the second parcel: 1 of CUP needed, 0 left. It goes as soon as there is enough.'],
    },
  ]);
  await shop.tidy();
  expect((await shop.order('1001')).events.filter((kind) => kind === 'stopped')).toHaveLength(1);
  await stock('CUP', 5);
  await shop.tidy();
  await shop.flow();
  expect([shop.goods(), (await shop.order('1001')).issues]).toEqual([['2 MUG', '1 MUG, 1 CUP'], []]);
});

test('the lost reply to a second parcel sends it once', async () => {
  const shop = await splitShop(own);
  await shop.split(later);
  await shop.open();
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: 'drop_after_accept', times: 2 });
  await shipFirst(shop);
  shop.sandbox.control.faults.clear();
  await shop.engine.passTime();
  await shop.flow();
  await shipAll(shop);
  expect([shop.shipped(), (await shop.order('1001')).order_status]).toEqual([['2 MUG', '1 MUG, 1 CUP'], 'fulfilled']);
});
