import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { storeAlone } from '../../../../test/shop/merging.ts';
import { splittingShop } from '../../../../test/shop/splits.ts';

const own = testDatabase();
const one = [{ sku: 'MUG', quantity: 1 }];

test('what is split off an order that was sent waits for a person: nothing leaves twice', async () => {
  const { seller, two, sync, row, held } = await splittingShop(own);
  const { mugs } = two();
  await sync();
  const part = seller.split(mugs, one);
  await sync();
  const { order_number } = await row(mugs);
  expect(await row(part)).toMatchObject({
    ...{ order_status: 'error', issues: ['shared_goods:goods'], warehouse_order_id: null },
    sentences: [`ShipStation split it off ${order_number}, which was sent already: its goods may have gone with that.`],
  });
  expect(await row(mugs)).toMatchObject({ order_status: 'packing', issues: ['changed_after_release:order'] });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

test('“Same goods” ends the part, and can be undone there', async () => {
  const { seller, two, sync, row, held, decide } = await splittingShop(own);
  const { mugs } = two();
  await sync();
  const part = seller.split(mugs, one);
  await sync();
  await decide(part, 'same-goods');
  expect(await row(part)).toMatchObject({ order_status: 'cancelled', issues: [] });
  await sync();
  expect(held()).toMatchObject({ MUG: 3 });
  await decide(part, 'undo-decision');
  expect(await row(part)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'] });
});

test('“Ship this too” sends the part; once it has left there is nothing to undo', async () => {
  const { seller, two, sync, row, held, decide } = await splittingShop(own);
  const { mugs } = two();
  await sync();
  const part = seller.split(mugs, one);
  await sync();
  await decide(part, 'ship-too');
  await sync();
  expect(await row(part)).toMatchObject({ order_status: 'packing', issues: [] });
  expect(held()).toMatchObject({ MUG: 4 });
  await expect(decide(part, 'undo-decision')).rejects.toMatchObject({ status: 409, code: 'too_late' });
  await expect(decide(part, 'same-goods')).rejects.toMatchObject({ status: 409, code: 'nothing_to_decide' });
});

test('“Ship this too” can be undone while the goods have not left', async () => {
  const { seller, two, sync, row, decide, openWarehouse } = await splittingShop(own);
  const { mugs } = two();
  await sync();
  const part = seller.split(mugs, one);
  await sync();
  await openWarehouse(false);
  await decide(part, 'ship-too');
  expect(await row(part)).toMatchObject({ warehouse_order_id: expect.any(Number), in_amware: 0 });
  await decide(part, 'undo-decision');
  expect(await row(part)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'], warehouse_order_id: null });
});

test('of an order that waits, both parts hold what the channel says, and only the part asks', async () => {
  const { seller, two, sync, row, held, decide } = await splittingShop(own);
  const { mugs } = two();
  seller.change(mugs, { orderStatus: 'on_hold' });
  await sync();
  const part = seller.split(mugs, one);
  seller.change(mugs, { orderStatus: 'awaiting_shipment' });
  seller.change(part, { orderStatus: 'awaiting_shipment' });
  await sync();
  expect(await row(mugs)).toMatchObject({ order_status: 'packing' });
  expect(await row(part)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'] });
  expect(held()).toMatchObject({ MUG: 2 });
  await decide(part, 'ship-too');
  await sync();
  expect(held()).toMatchObject({ MUG: 3 });
});

test('an order whose part is read first is read again before it leaves', async () => {
  const shop = await splittingShop(own);
  const { seller, two, sync, row, held, openWarehouse, engine } = shop;
  const { mugs } = two();
  await openWarehouse(false);
  await sync();
  expect(await row(mugs)).toMatchObject({ warehouse_order_id: expect.any(Number), units_ordered: 3 });
  const part = seller.split(mugs, one);
  await openWarehouse(true);
  await storeAlone(shop, part);
  expect(await row(mugs)).toMatchObject({ units_ordered: 3, warehouse_order_id: null });
  await engine.runJobs();
  expect(await row(mugs)).toMatchObject({ units_ordered: 2, order_status: 'packing' });
  expect(await row(part)).toMatchObject({ issues: ['shared_goods:goods'] });
  expect(held()).toMatchObject({ MUG: 2 });
});

test('an order whose part had left before the order itself came waits for a person', async () => {
  const shop = await splittingShop(own);
  const { seller, two, sync, row, held, decide, engine } = shop;
  const { mugs } = two();
  const part = seller.split(mugs, one);
  await storeAlone(shop, part);
  await engine.runJobs();
  expect(await row(part)).toMatchObject({ order_status: 'packing', issues: [] });
  await sync();
  const { order_number } = await row(part);
  expect(await row(mugs)).toMatchObject({
    ...{ order_status: 'error', issues: ['shared_goods:goods'], warehouse_order_id: null },
    sentences: [`ShipStation split ${order_number} off it, which was sent before this came here: goods of this may have gone with that.`],
  });
  expect(held()).toEqual({ MUG: 1, CUP: 2 });
  await decide(mugs, 'ship-too');
  await sync();
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});

test('what was decided about a part no longer counts when the order that it was split off changes before it leaves', async () => {
  const { seller, two, sync, row, decide } = await splittingShop(own);
  const { mugs } = two();
  seller.change(mugs, { orderStatus: 'on_hold' });
  await sync();
  const part = seller.split(mugs, one);
  await sync();
  await decide(part, 'same-goods');
  seller.change(mugs, { items: mugs.items.map((item) => ({ ...item, quantity: 1 })) });
  await sync();
  expect(await row(part)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'] });
});

test('an order that was split before we knew it goes by itself, and its part asks', async () => {
  const { seller, two, sync, row, held } = await splittingShop(own);
  const { mugs } = two();
  const part = seller.split(mugs, one);
  await sync();
  expect(await row(part)).toMatchObject({ issues: ['shared_goods:goods'] });
  expect(held()).toEqual({ MUG: 2, CUP: 2 });
});

test('a part of an order that never was ours goes by itself', async () => {
  const { seller, sell, sync, row } = await splittingShop(own);
  const [part] = sell({ orderNumber: '7', parentId: 4_000_000_000 });
  if (!part) throw new Error('nothing was sold');
  await sync();
  expect(await row(part)).toMatchObject({ order_status: 'packing', issues: [] });
  expect(seller.orders.size).toBe(1);
});

test('what was decided about a part no longer counts when its lines change', async () => {
  const { seller, two, sync, row, decide } = await splittingShop(own);
  const { mugs } = two();
  await sync();
  const part = seller.split(mugs, one);
  await sync();
  await decide(part, 'same-goods');
  seller.change(part, { items: part.items.map((item) => ({ ...item, quantity: 2 })) });
  await sync();
  expect(await row(part)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'] });
});
