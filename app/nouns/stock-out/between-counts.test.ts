import { expect, test } from 'vitest';
import { paces } from '../../../sandbox/amware/pace.ts';
import type { Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { count, link, marketplace, shopWithVendor, taken, tell } from '../../../test/shop/told-of-stock.ts';
import { pushAll } from './commands.ts';

const own = testDatabase();

/** The warehouse ships its orders one after the other, each read without another count. */
async function shipAll({ sandbox, read, engine }: Shop, afterEach: () => unknown): Promise<void> {
  const { floor, orders } = sandbox.control.client();
  for (const { id } of [...orders.rows.values()]) {
    for (let order = orders.rows.get(id); order && order.status !== 'shipped'; order = orders.rows.get(id)) floor.advance(order);
    await read('order_changes', 'shipments');
    await afterEach();
    await engine.runJobs();
  }
}

test('what the warehouse accepted since its count is taken off until it counts again, whatever ships and is confirmed by then', async () => {
  const { shop, vendor, quantities } = await shopWithVendor(own);
  count(shop, 20);
  await shop.sync();
  await link(shop, vendor.id, 'MUG');
  await tell(shop, vendor.id, 'on');
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 4 }] });
  await shop.read('orders');
  await shop.read('stock');
  shop.sell({ orderNumber: '1002', items: [{ sku: 'MUG', quantity: 3 }] });
  await shop.read('orders');
  expect(quantities().at(-1)).toEqual(['MUG', '1', 13]);
  const told = quantities().length;
  await shipAll(shop, () => shop.inTenant((tenant) => pushAll(tenant, { id: vendor.id, name: 'Some vendor' })));
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(['fulfilled', 'fulfilled']);
  await shop.read('stock');
  const since = quantities().slice(told);
  expect([since.length > 1, new Set(since.map(([, , units]) => units))]).toEqual([true, new Set([13])]);
});

test('a book of stock is told what has left as soon as that is known, though no channel has taken the confirmation', async () => {
  const { shop, vendor, quantities } = await shopWithVendor(own, taken, 'on_hand');
  await link(shop, vendor.id, 'MUG');
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 4 }] });
  await shop.sync();
  await shop.read('stock');
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(quantities()).toEqual([['MUG', '1', 1000]]);
  shop.sandbox.control.faults.add({ target: 'ship_station', operation: 'mark_as_shipped', kind: '500', times: 9 });
  await shipAll(shop, () => undefined);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'shipped' });
  expect(quantities().at(-1)).toEqual(['MUG', '1', 996]);
});

test('a channel that subtracts its open orders is told anew once it knows that a part of one has left', async () => {
  const { shop, lastTold, buy } = await marketplace(own);
  shop.sandbox.control.set({ pace: { ...paces.manual, twoParcelsPercent: 100 } });
  buy(5);
  await shop.flow();
  expect(lastTold()).toBe(50);
  const { floor, orders } = shop.sandbox.control.client();
  for (const { id } of [...orders.rows.values()])
    for (let order = orders.rows.get(id); order && order.status !== 'partially_shipped'; order = orders.rows.get(id)) floor.advance(order);
  await shop.read('order_changes', 'shipments');
  const [order] = await shop.orders();
  expect(order).toMatchObject({ order_status: 'partially_shipped', units_shipped: 2 });
  expect(lastTold()).toBe(48);
});
