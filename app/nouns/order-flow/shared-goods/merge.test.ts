import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { eventsInWords } from '../../../../test/in-words.ts';
import { type MergingShop, neverThere, sent, takeCupsOut, waiting } from '../../../../test/shop/merging.ts';
import { saveShippingOptions } from '../../mappings/shipping-options/commands.ts';
import { saveOrder } from '../../orders/editing/save.ts';

const own = testDatabase();

test('what was merged away ends and says into which, and all leaves once', async () => {
  const { mugs, cups, seller, sync, row, held, go } = await waiting(own);
  seller.merge(mugs, [cups]);
  go(mugs);
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'cancelled', ended_by: 'merged', warehouse_order_id: null });
  expect(await row(mugs)).toMatchObject({ order_status: 'packing', issues: [] });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
  const { order_number } = await row(mugs);
  const told = await own.sql('select sentence from order_events where order_id = $1 order by id desc limit 1', [(await row(cups)).id]);
  expect(eventsInWords(told)).toEqual([{ sentence: `ShipStation merged it into ${order_number}: nothing of it is sent.` }]);
});

test('what is merged away on its way to the warehouse is taken back first', async () => {
  const { mugs, cups, seller, sync, row, held, go, openWarehouse } = await waiting(own);
  await openWarehouse(false);
  go(mugs, cups);
  await sync();
  expect(await row(cups)).toMatchObject({ warehouse_order_id: expect.any(Number), in_amware: 0 });
  seller.merge(mugs, [cups]);
  await sync();
  await openWarehouse(true);
  await sync();
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'cancelled', ended_by: 'merged' });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

test('an order that took in what was sent already waits for a person', async () => {
  const { mugs, cups, seller, sync, row, held, go, decide } = await sent(own, 'cups');
  seller.merge(mugs, [cups]);
  go(mugs);
  await sync();
  expect(await row(mugs)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'] });
  expect(await row(cups)).toMatchObject({ order_status: 'packing' });
  expect(held()).toEqual({ CUP: 2 });
  await decide(mugs, 'ship-too');
  await sync();
  expect(held()).toEqual({ MUG: 3, CUP: 4 });
});

test('it goes on by itself when the warehouse has cancelled what was sent', async () => {
  const { mugs, cups, seller, sync, row, held, go, decide } = await sent(own, 'cups');
  seller.merge(mugs, [cups]);
  go(mugs);
  await sync();
  await decide(cups, 'cancel');
  await sync();
  await decide(mugs, 'retry');
  await sync();
  expect(await row(mugs)).toMatchObject({ order_status: 'packing', issues: [] });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

test('what was merged away and never came to the warehouse waits for a person where it was taken out of the other order', async () => {
  const { row, mugs, cups, held, decide, sync } = await neverThere(own, async (shop) => {
    await takeCupsOut(shop);
    await shop.decide(shop.mugs, 'ship-too');
  });
  expect(await row(mugs)).toMatchObject({ order_status: 'packing', issues: [] });
  expect(await row(cups)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'], ended_by: null });
  expect(held()).toEqual({ MUG: 3 });
  await decide(cups, 'ship-too');
  await sync();
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'packing', issues: [] });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

test('so it does where the other order was ended as the same goods, or is not sent yet', async () => {
  const same = await neverThere(own, (shop) => shop.decide(shop.mugs, 'same-goods'));
  expect(await same.row(same.cups)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'] });
  expect(same.held()).toEqual({});
  await same.decide(same.cups, 'ship-too');
  await same.sync();
  expect(same.held()).toEqual({ CUP: 2 });
  const edited = await neverThere(own, takeCupsOut);
  expect(await edited.row(edited.cups)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'] });
  expect(edited.held()).toEqual({});
});

test('it ends where the other order still has its goods', async () => {
  const { row, mugs, cups, held, decide, sync } = await neverThere(own, async () => undefined);
  expect(await row(cups)).toMatchObject({ order_status: 'cancelled', ended_by: 'merged' });
  await decide(mugs, 'retry');
  await sync();
  expect(await row(mugs)).toMatchObject({ order_status: 'packing', issues: [] });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

/**
 * The cups were merged into the mugs when these were on their way to the warehouse, where they never came. `decide`: what is done about the
 * cups.
 */
async function tookInLate(decide: (shop: MergingShop) => Promise<void>) {
  const shop = await waiting(own);
  const { mugs, cups, go, seller, sync, row } = shop;
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: '500', probability: 1 });
  go(mugs);
  await shop.read('orders');
  seller.merge(mugs, [cups]);
  await shop.read('orders');
  expect(await row(cups)).toMatchObject({ order_status: 'cancelled', ended_by: 'merged' });
  shop.sandbox.control.faults.clear();
  await decide(shop);
  for (let look = 0; look < 6; look++) {
    await shop.engine.passTime();
    await sync();
  }
  return shop;
}

test('what took in goods too late and never came to the warehouse has them, and nobody is asked about them any more', async () => {
  const { row, mugs, cups, held, decide } = await tookInLate(async () => undefined);
  expect(await row(mugs)).toMatchObject({ order_status: 'packing', issues: [] });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
  await expect(decide(cups, 'ship-too')).rejects.toMatchObject({ code: 'nothing_to_decide' });
});

test('it waits for a person where somebody has sent those goods by themselves', async () => {
  const { row, mugs, held } = await tookInLate(({ decide, cups }) => decide(cups, 'ship-too'));
  expect(await row(mugs)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'] });
  expect(held()).toEqual({ CUP: 2 });
});

test('so it does when the warehouse has cancelled it', async () => {
  const { row, mugs, cups, seller, sync, held, decide, sandbox, engine } = await sent(own, 'mugs');
  seller.merge(mugs, [cups]);
  await sync();
  await decide(cups, 'ship-too');
  await sync();
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
  const { orders, desk } = sandbox.control.client();
  const there = [...orders.rows.values()].find(({ body }) => body.lines.some(({ sku }) => sku === 'MUG'));
  if (!there) throw new Error('It is not there.');
  desk.cancel(there);
  await sync();
  await decide(mugs, 'retry');
  await engine.passTime();
  await sync();
  expect(await row(mugs)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'] });
  expect(held()).toEqual({ MUG: 0, CUP: 2 });
});

test('a merge into what was sent already is told, and its goods leave when a person says so', async () => {
  const { mugs, cups, seller, sync, row, held, decide, go, inTenant, channelId, engine } = await sent(own, 'mugs');
  const { order_number } = await row(cups);
  // It waits for a person, and nothing else.
  seller.change(cups, { serviceCode: 'fedex_2day' });
  go(cups);
  await sync();
  seller.merge(mugs, [cups]);
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'cancelled', ended_by: 'merged' });
  expect((await row(mugs)).sentences).toContain(
    `ShipStation merged ${order_number} into this order after it went to the warehouse: nothing of ${order_number} was sent.`,
  );
  expect(held()).toEqual({ MUG: 3 });
  await decide(cups, 'ship-too');
  await inTenant((tenant) => saveShippingOptions(tenant, channelId, [{ connectorCode: 'fedex_2day', amwareCode: 'FDXHD' }]));
  await engine.passTime();
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'packing' });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

test('what the channel held when it was last read leaves too when a person says so, because the channel no longer has it', async () => {
  const { mugs, cups, seller, sync, row, held, decide } = await sent(own, 'mugs');
  seller.merge(mugs, [cups]);
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'cancelled', source_state: 'held' });
  await decide(cups, 'ship-too');
  await sync();
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

test('a merge into an order whose lines a person edited waits for a person, because they do not have those goods', async () => {
  const { mugs, cups, seller, sync, row, held, go, decide, inTenant } = await waiting(own);
  const { id } = await row(mugs);
  const [line] = await own.sql<{ id: string }>('select id from order_lines where order_id = $1', [id]);
  await inTenant((tenant) => saveOrder(tenant, { id, lineItems: [{ id: Number(line?.id), quantity: 4 }] }));
  seller.merge(mugs, [cups]);
  go(mugs);
  await sync();
  expect(await row(mugs)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'], units_ordered: 4 });
  expect(await row(cups)).toMatchObject({ order_status: 'cancelled', ended_by: 'merged' });
  expect(held()).toEqual({});
  await decide(mugs, 'ship-too');
  await sync();
  // What the person entered, and nothing of what was merged into it.
  expect(held()).toEqual({ MUG: 4 });
});

test('orders that were merged after both were sent stay as they are', async () => {
  const { mugs, cups, seller, sync, row, held, go } = await waiting(own);
  go(mugs, cups);
  await sync();
  seller.merge(mugs, [cups]);
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'packing' });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

test('a merge that is taken back in time leaves two orders, each with its own goods', async () => {
  const { mugs, cups, seller, sync, row, held, go } = await waiting(own);
  seller.merge(mugs, [cups]);
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'cancelled' });
  const [again] = seller.unmerge(mugs);
  if (!again) throw new Error('nothing came back');
  go(mugs, again);
  await sync();
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'packing', issues: [] });
  expect(await row(mugs)).toMatchObject({ order_status: 'packing', issues: [] });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

test('a merge that is taken back after its goods left together asks before they leave again', async () => {
  const { mugs, cups, seller, sync, row, held, go } = await waiting(own);
  seller.merge(mugs, [cups]);
  go(mugs);
  await sync();
  const [again] = seller.unmerge(mugs);
  if (!again) throw new Error('nothing came back');
  go(again);
  await sync();
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'] });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

test('what was told of a merge after the order had left is over when the merge is undone', async () => {
  const { mugs, cups, seller, sync, row, go } = await sent(own, 'mugs');
  seller.merge(mugs, [cups]);
  await sync();
  expect((await row(mugs)).issues).toEqual(expect.arrayContaining(['changed_after_release:added']));
  const [again] = seller.unmerge(mugs);
  if (!again) throw new Error('nothing came back');
  go(again);
  await sync();
  await sync();
  expect((await row(mugs)).issues.filter((issue) => /merged|added/.test(issue))).toEqual([]);
  expect(await row(cups)).toMatchObject({ order_status: 'packing' });
});
