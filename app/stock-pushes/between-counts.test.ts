import { expect, test } from 'vitest';
import type { Shop } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { count, link, shopWithVendor, tell } from '../../test/shop/told-of-stock.ts';
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

test('what the warehouse accepted since its count is taken off until it counts again, whatever ships and is confirmed meanwhile', async () => {
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
