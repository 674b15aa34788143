import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { eventsInWords } from '../../../../test/in-words.ts';
import { type MergingShop, neverThere, sent, storeAlone, unhurried, waiting } from '../../../../test/shop/merging.ts';
import { splittingShop } from '../../../../test/shop/splits.ts';
import { deleteOrders } from '../../orders/bulk/archive-and-delete.ts';
import { checkOrders } from '../checking/check.ts';
import { endAsSameGoods } from './decide.ts';

const own = testDatabase();
const waits = { order_status: 'error', issues: ['shared_goods:goods'], shared_goods: 'undecided', ended_by: null };

test('an undo has an order that the channel no longer has wait for a person again', async () => {
  const { row, cups, decide, openWarehouse, held } = await neverThere(own, (shop) => shop.decide(shop.mugs, 'same-goods'));
  await openWarehouse(false);
  await decide(cups, 'ship-too');
  expect(await row(cups)).toMatchObject({ warehouse_order_id: expect.any(Number) });
  await decide(cups, 'undo-decision');
  expect(await row(cups)).toMatchObject(waits);
  await decide(cups, 'same-goods');
  await decide(cups, 'undo-decision');
  expect(await row(cups)).toMatchObject(waits);
  expect(held()).toEqual({});
});

test('an undo ends one again that had ended because it was merged into what had left', async () => {
  const { row, mugs, cups, seller, sync, decide, openWarehouse } = unhurried(await sent(own, 'mugs'));
  seller.merge(mugs, [cups]);
  await sync();
  await openWarehouse(false);
  await decide(cups, 'ship-too');
  await decide(cups, 'undo-decision');
  expect(await row(cups)).toMatchObject({ order_status: 'cancelled', ended_by: 'merged', issues: [], warehouse_order_id: null });
  await decide(cups, 'ship-too');
  expect(await row(cups)).toMatchObject({ order_status: 'pending', ended_by: null });
});

/** A part of the mugs that a person ended as the same goods. `isSent`: the mugs are with the warehouse. */
async function endedPart({ isSent }: { isSent: boolean }) {
  const shop = unhurried(await splittingShop(own));
  const { mugs } = shop.two();
  if (!isSent) shop.seller.change(mugs, { orderStatus: 'on_hold' });
  await shop.sync();
  const part = shop.seller.split(mugs, [{ sku: 'MUG', quantity: 1 }]);
  shop.seller.change(part, { orderStatus: 'awaiting_shipment' });
  await shop.sync();
  await shop.decide(part, 'same-goods');
  return { ...shop, mugs, part };
}

test.each([true, false])(
  'of a part that was ended a person is asked again when its other order is cancelled (sent: %s)',
  async (isSent) => {
    const { seller, sync, row, held, decide, mugs, part } = await endedPart({ isSent });
    seller.change(mugs, { orderStatus: 'cancelled' });
    await sync();
    await sync();
    expect(await row(mugs)).toMatchObject({ order_status: 'cancelled' });
    expect(await row(part)).toMatchObject(waits);
    const told = await own.sql('select sentence from order_events where order_id = $1 order by id desc limit 2', [(await row(part)).id]);
    expect(eventsInWords(told)).toContainEqual({
      sentence: `Its goods were to go with ${(await row(mugs)).order_number}, which is not sent any longer: decide again.`,
    });
    await decide(part, 'same-goods');
    await sync();
    expect(await row(part)).toMatchObject({ order_status: 'cancelled', ended_by: 'same_goods' });
    await decide(part, 'undo-decision');
    await decide(part, 'ship-too');
    await sync();
    expect(held()).toEqual({ CUP: 2, MUG: 1 });
  },
);

test('so it is of an order that was ended because a part of it had left before it came, when that part is cancelled', async () => {
  const shop = unhurried(await splittingShop(own));
  const { seller, sync, row, decide, engine } = shop;
  const { mugs } = shop.two();
  const part = seller.split(mugs, [{ sku: 'MUG', quantity: 1 }]);
  await storeAlone(shop, part);
  await engine.runJobs();
  await sync();
  await decide(mugs, 'same-goods');
  seller.change(part, { orderStatus: 'cancelled' });
  await sync();
  await sync();
  expect(await row(part)).toMatchObject({ order_status: 'cancelled' });
  expect(await row(mugs)).toMatchObject(waits);
});

test('so it is when the other order is deleted here', async () => {
  const { inTenant, engine, row, mugs, part } = await endedPart({ isSent: false });
  const { id } = await row(mugs);
  await inTenant((tenant) => deleteOrders(tenant, [id], 1));
  await engine.runJobs();
  expect(await row(part)).toMatchObject(waits);
});

test('nobody is asked about a part that is cancelled too, until its channel takes that back', async () => {
  const { seller, sync, row, held, mugs, part } = await endedPart({ isSent: true });
  for (const order of [part, mugs]) seller.change(order, { orderStatus: 'cancelled' });
  await sync();
  await sync();
  expect(await row(part)).toMatchObject({ order_status: 'cancelled', issues: [] });
  seller.change(part, { orderStatus: 'awaiting_shipment' });
  await sync();
  expect(await row(part)).toMatchObject(waits);
  expect(held()).toEqual({ CUP: 2, MUG: 0 });
});

test('what was ended because a merged order had left waits when the warehouse has cancelled that, and does not go by itself', async () => {
  const { row, mugs, cups, seller, sync, decide, held, go } = unhurried(await sent(own, 'cups'));
  seller.merge(mugs, [cups]);
  go(mugs);
  await sync();
  await decide(mugs, 'same-goods');
  await decide(cups, 'cancel');
  await sync();
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'cancelled' });
  expect(await row(mugs)).toMatchObject(waits);
  await decide(mugs, 'same-goods');
  await decide(mugs, 'undo-decision');
  expect(await row(mugs)).toMatchObject(waits);
  await decide(mugs, 'ship-too');
  await sync();
  expect(held()).toEqual({ CUP: 2, MUG: 3 });
});

/** The merge was taken back, which is known from the cups alone so far: a person ends them, because the mugs are not read yet. */
async function endCupsTooSoon(shop: MergingShop) {
  const { mugs, seller, go, row, inTenant } = shop;
  const [again] = seller.unmerge(mugs);
  if (!again) throw new Error('nothing came back');
  go(again);
  await storeAlone(shop, again);
  const { id } = await row(again);
  await inTenant(async (tenant) => {
    await checkOrders(tenant, [id]);
    await endAsSameGoods(tenant, id);
  });
  return again;
}

test.each(['before', 'after'])(
  'what was ended before the other order was read without it is sent all the same (merged %s that left)',
  async (when) => {
    const shop = unhurried(await (when === 'before' ? waiting(own) : sent(own, 'mugs')));
    const { mugs, cups, seller, sync, row, held, go } = shop;
    seller.merge(mugs, [cups]);
    await sync();
    const again = await endCupsTooSoon(shop);
    expect(await row(again)).toMatchObject({ order_status: 'cancelled', ended_by: 'same_goods' });
    go(mugs);
    await sync();
    await sync();
    expect(await row(again)).toMatchObject({ order_status: 'packing', ended_by: null, shared_goods: null });
    expect(held()).toEqual({ MUG: 3, CUP: 2 });
  },
);

test('so it is once the warehouse has cancelled what its goods were to go with', async () => {
  const { mugs, cups, seller, sync, row, held, go, decide, sandbox } = unhurried(await waiting(own));
  seller.merge(mugs, [cups]);
  go(mugs);
  await sync();
  const [again] = seller.unmerge(mugs);
  if (!again) throw new Error('nothing came back');
  go(again);
  await sync();
  await decide(again, 'same-goods');
  const { orders, desk } = sandbox.control.client();
  for (const there of orders.rows.values()) desk.cancel(there);
  await sync();
  await decide(mugs, 'retry');
  await sync();
  expect(await row(again)).toMatchObject({ order_status: 'packing', ended_by: null });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
});
