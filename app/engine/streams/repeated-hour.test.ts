import { expect, test } from 'vitest';
import { manualClock } from '../../../sandbox/clock.ts';
import { buildShop, ofOrders } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';

const own = testDatabase();

test('an order that its channel cancels in the hour that comes twice, at a minute of before, is cancelled', async () => {
  // At ten to two, ten minutes before the clock is put back to one.
  const clock = manualClock('2026-11-01T08:50:00Z');
  const shop = await buildShop(own, { reads: ofOrders, clock });
  const [sold] = shop.sell({ orderNumber: '1001', orderStatus: 'on_hold' });
  if (!sold) throw new Error('nothing was sold');
  await shop.sync();
  clock.advance(20 * 60_000);
  shop.sandbox.control.seller().change(sold, { orderStatus: 'cancelled' });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'cancelled', source_state: 'cancelled' });
});
