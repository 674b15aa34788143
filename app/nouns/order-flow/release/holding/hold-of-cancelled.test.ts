import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { endHolds, setHold } from './hold.ts';

const own = testDatabase();

test('a hold whose day came while its order was cancelled ends when the channel takes that back', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  const [sold] = shop.sell({ orderNumber: '1' });
  if (!sold) throw new Error('nothing was sold');
  await shop.sync();
  const { id } = await shop.order('1');
  await shop.inTenant((tenant) => setHold(tenant, [id], { held: true }));
  shop.sandbox.control.seller().change(sold, { orderStatus: 'cancelled' });
  await shop.sync();
  await own.sql(`update orders set hold_until = now() - interval '1 minute' where id = $1`, [id]);
  await shop.inTenant((tenant) => endHolds(tenant, [id]));
  shop.sandbox.control.seller().change(sold, { orderStatus: 'awaiting_shipment' });
  await shop.sync();
  expect(await shop.order('1')).toMatchObject({ order_status: 'error', on_hold: false });
});
