import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { sent, unhurried } from '../../../../test/shop/merging.ts';
import { compareOrders } from './queries.ts';

const own = testDatabase();
const waits = { order_status: 'error', issues: ['shared_goods:goods'] };

/** The mugs are with the warehouse; one of them was split off since, and that part merged into the cups. */
async function partInCups() {
  const shop = unhurried(await sent(own, 'mugs'));
  const { mugs, cups, seller, sync, go } = shop;
  const part = seller.split(mugs, [{ sku: 'MUG', quantity: 1 }]);
  await sync();
  seller.merge(cups, [part]);
  go(cups);
  await sync();
  return { ...shop, part };
}

test('an order that took in a part of what was sent waits for a person', async () => {
  const { row, cups, part, mugs, held, decide, sync, inTenant } = await partInCups();
  expect(held()).toEqual({ MUG: 3 });
  expect(await row(part)).toMatchObject({ order_status: 'cancelled', ended_by: 'merged' });
  const [from, by] = [await row(mugs), await row(part)];
  expect(await row(cups)).toMatchObject({
    ...waits,
    sentences: [`ShipStation merged ${by.order_number} into it, which may have goods of ${from.order_number}: that was sent already.`],
  });
  const compared = await inTenant(async (tenant) => compareOrders(tenant, (await row(cups)).id));
  expect(compared.map(({ id, relation }) => [id, relation])).toEqual([
    [from.id, 'origin'],
    [by.id, 'merged'],
    [(await row(cups)).id, null],
  ]);
  await decide(mugs, 'cancel');
  await sync();
  await decide(cups, 'retry');
  await sync();
  expect(await row(cups)).toMatchObject({ order_status: 'packing', issues: [] });
});

test('what was ended because of it is asked about again', async () => {
  const { row, cups, mugs, decide, sync, held } = await partInCups();
  await decide(cups, 'same-goods');
  await decide(mugs, 'cancel');
  await sync();
  await sync();
  expect(await row(cups)).toMatchObject(waits);
  expect(held()).toEqual({ MUG: 0 });
});

test('an order that took in one that had taken in what was sent waits for a person', async () => {
  const shop = unhurried(await sent(own, 'mugs'));
  const { mugs, cups, seller, sync, go, sell, row, held } = shop;
  seller.merge(cups, [mugs]);
  await sync();
  const [third] = sell({ orderNumber: '1003', items: [{ sku: 'CUP', quantity: 1 }], orderStatus: 'on_hold' });
  if (!third) throw new Error('nothing was sold');
  await sync();
  seller.merge(third, [cups]);
  go(third);
  await sync();
  expect(await row(third)).toMatchObject(waits);
  expect(held()).toEqual({ MUG: 3 });
});

test('so it does where the part never came here, because it was merged before it was read', async () => {
  const shop = unhurried(await sent(own, 'mugs'));
  const { mugs, cups, seller, sync, go, row, held, decide } = shop;
  seller.merge(cups, [seller.split(mugs, [{ sku: 'MUG', quantity: 1 }])]);
  go(cups);
  await sync();
  expect(await row(cups)).toMatchObject({
    ...waits,
    sentences: ['ShipStation merged an order into it that never came here: its goods may have been sent with another one.'],
  });
  expect(held()).toEqual({ MUG: 3 });
  await decide(cups, 'ship-too');
  await sync();
  expect(held()).toEqual({ CUP: 2, MUG: 4 });
});
