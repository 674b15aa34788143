import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { eventsInWords } from '../../../../test/in-words.ts';
import { type MergingShop, sent, takeCupsOut, unhurried, waiting } from '../../../../test/shop/merging.ts';
import { toggleLock } from '../../orders/editing/flags.ts';
import { saveOrder } from '../../orders/editing/save.ts';

const own = testDatabase();
const asks = { order_status: 'error', issues: ['shared_goods:goods'] };
const goes = { order_status: 'packing', issues: [], ended_by: null };

/** The cups are merged into the mugs. */
async function merged() {
  const shop = unhurried(await waiting(own));
  shop.seller.merge(shop.mugs, [shop.cups]);
  await shop.sync();
  return shop;
}

/** A person adds a cup to those that came by the merge. */
async function addCup({ row, mugs, inTenant, engine }: MergingShop) {
  const { id } = await row(mugs);
  const [line] = await own.sql<{ id: string }>(`select id from order_lines where order_id = $1 and sku = 'CUP'`, [id]);
  await inTenant((tenant) => saveOrder(tenant, { id, lineItems: [{ id: Number(line?.id), quantity: 3 }] }));
  await engine.runJobs();
}

async function unmerge({ seller, mugs, go, sync }: MergingShop, { left = [] }: { left?: typeof mugs.merged } = {}) {
  const [again] = seller.unmerge(mugs);
  if (!again) throw new Error('nothing came back');
  if (left.length > 0) seller.merge(mugs, left);
  go(mugs, again);
  await sync();
  await sync();
  return again;
}

test.each([false, true])('of a merge that is taken back after a person added goods, both orders wait (decided: %s)', async (isDecided) => {
  const shop = await merged();
  const { mugs, row, held, decide, sync } = shop;
  await addCup(shop);
  if (isDecided) await decide(mugs, 'ship-too');
  const again = await unmerge(shop);
  expect(held()).toEqual({});
  expect(await row(again)).toMatchObject(asks);
  expect((await row(mugs)).issues.toSorted()).toEqual(['changed_beside_edits:lines', 'shared_goods:goods']);
  await decide(again, 'same-goods');
  await decide(mugs, 'keep-as-edited');
  await decide(mugs, 'ship-too');
  await sync();
  expect(held()).toEqual({ MUG: 3, CUP: 3 });
});

test('both go by themselves once the edit is undone', async () => {
  const shop = await merged();
  const { mugs, row, held, decide, sync } = shop;
  await addCup(shop);
  const again = await unmerge(shop);
  expect(await row(again)).toMatchObject(asks);
  await decide(mugs, 'undo-edit');
  await sync();
  await sync();
  expect(await row(mugs)).toMatchObject(goes);
  expect(await row(again)).toMatchObject(goes);
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

test('both go by themselves where the edit had taken those goods out', async () => {
  const shop = await merged();
  await takeCupsOut(shop);
  await unmerge(shop);
  expect(shop.held()).toEqual({ MUG: 3, CUP: 2 });
});

test('what a person decided is asked again where one of two merges is taken back', async () => {
  const shop = await merged();
  const { mugs, seller, sell, row, held, decide, sync } = shop;
  const [third] = sell({ orderNumber: '1003', items: [{ sku: 'CUP', quantity: 4 }], orderStatus: 'on_hold' });
  if (!third) throw new Error('nothing was sold');
  await sync();
  seller.merge(mugs, [third]);
  await sync();
  await addCup(shop);
  await decide(mugs, 'ship-too');
  const again = await unmerge(shop, { left: [third] });
  expect(held()).toEqual({});
  expect(await row(again)).toMatchObject(asks);
  expect(await row(mugs)).toMatchObject(asks);
});

test('so it is where it was ended as the same goods: what was added to it is not lost', async () => {
  const shop = unhurried(await sent(own, 'cups'));
  const { mugs, cups, seller, row, held, decide, sync } = shop;
  seller.merge(mugs, [cups]);
  await sync();
  await addCup(shop);
  await decide(mugs, 'same-goods');
  await unmerge(shop);
  expect(await row(mugs)).toMatchObject({ order_status: 'error', ended_by: null });
  expect(held()).toEqual({ CUP: 2 });
  await decide(mugs, 'undo-edit');
  await sync();
  await sync();
  expect(await row(mugs)).toMatchObject(goes);
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

/** The cups are locked, are ended by the merge, and come back. */
async function lockedAndBack(changes: Parameters<MergingShop['seller']['change']>[1] = {}) {
  const shop = unhurried(await waiting(own));
  const { mugs, cups, seller, sync, row, inTenant, engine } = shop;
  const { id } = await row(cups);
  const toggle = async () => {
    await inTenant((tenant) => toggleLock(tenant, id));
    await engine.runJobs();
  };
  await toggle();
  seller.merge(mugs, [cups]);
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'cancelled', ended_by: 'merged' });
  const [again] = seller.unmerge(mugs);
  if (!again) throw new Error('nothing came back');
  shop.go(mugs, again);
  seller.change(again, changes);
  await sync();
  await sync();
  return { ...shop, again, id, toggle };
}

test('a locked order that was merged away and is there again waits for whoever locked it, and goes when it is unlocked', async () => {
  const { row, again, held, toggle, sync, id } = await lockedAndBack();
  expect(await row(again)).toMatchObject({ order_status: 'pending', ended_by: null, gone_at: null, locked: true, issues: [] });
  const told = await own.sql('select sentence from order_events where order_id = $1 order by id desc limit 2', [id]);
  expect(eventsInWords(told).map(({ sentence }) => sentence)).toContain('ShipStation has it again.');
  expect(held()).toEqual({ MUG: 3 });
  await toggle();
  await sync();
  expect(await row(again)).toMatchObject(goes);
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

test('one that is cancelled when it is there again stays so', async () => {
  const { row, again, held, toggle, sync } = await lockedAndBack({ orderStatus: 'cancelled' });
  expect(await row(again)).toMatchObject({ order_status: 'cancelled', locked: true });
  await toggle();
  await sync();
  expect(await row(again)).toMatchObject({ order_status: 'cancelled' });
  expect(held()).toEqual({ MUG: 3 });
});
