import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { copiesOf } from '../../../../test/every-copy.ts';
import { movedShop } from '../../../../test/shop/moved-shop.ts';
import { shipAll } from '../../../../test/shop/warehouse.ts';
import { eraseOrders } from './erase-orders.ts';

const own = testDatabase();
const streets = ['1 Main Street', '7 Lindwurm Lane', '8 Zabelstein Yard', '9 New Road'];

test('the addresses that a channel gave an order one after another are erased with its buyer, used or not', async () => {
  const shop = await movedShop(own, 'there');
  await shop.changeTo('7 Lindwurm Lane');
  await shop.use();
  await shop.passUndo();
  await shop.changeTo('8 Zabelstein Yard');
  await shipAll(shop);
  await own.sql(`delete from issues where account_id = $1`, [shop.accountId]);
  await shop.engine.exchanges.flush();
  expect(await copiesOf(own, shop, '8 Zabelstein Yard')).toContain('public.orders.new_ship_to');
  const former = await copiesOf(own, shop, '1 Main Street');
  expect(former).toEqual(expect.arrayContaining(['public.changes.was', 'public.audit_entries.changes', 'public.warehouse_orders.sent']));
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled' });
  await shop.inTenant((tenant) => eraseOrders(tenant, [shop.id], null));
  await shop.engine.runJobs();
  for (const street of streets) expect(await copiesOf(own, shop, street), street).toEqual([]);
});
