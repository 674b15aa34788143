import { expect, test } from 'vitest';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { orderFilter } from '../../order-flow/contract/filter.ts';
import { countNewer, newestFound } from './arrivals.ts';

const own = testDatabase();

test('an order that is indexed after the page was read counts as new in a search', async () => {
  const shop = await buildShop(own, { connected: false });
  const channel = await addConnection(own, shop.accountId);
  const add = (name: string) => addOrders(own, shop.accountId, channel, [{ customer_name: name, checked_at: '2026-11-20T12:00:00Z' }]);
  await add('Zelda Slow');
  await shop.engine.runJobs();
  const [id] = await add('Zelda Quick');
  const filter = orderFilter.parse({ search: 'zelda' });
  const seen = await shop.inTenant((tenant) => newestFound(tenant, Number(id)));
  expect(await shop.inTenant((tenant) => countNewer(tenant, filter, seen))).toBe(0);
  await shop.engine.runJobs();
  expect(await shop.inTenant((tenant) => countNewer(tenant, filter, seen))).toBe(1);
  expect(await shop.inTenant((tenant) => newestFound(tenant, Number(id)))).toBe(id);
});
