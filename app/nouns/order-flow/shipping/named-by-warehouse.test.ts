import { expect, test } from 'vitest';
import { paces } from '../../../../sandbox/amware/pace.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { endFaults, sendWithLostReply } from '../../../../test/shop/warehouse.ts';

const own = testDatabase();

test('a parcel that names its order by the warehouse’s id alone ships it', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  const { orders, shipments } = shop.sandbox.control.client();
  const [there = expect.unreachable()] = [...orders.rows.values()];
  const parcel = (id: string, orderId: string) =>
    shipments.enter(id, {
      ...{ id, order_id: orderId, reference: null, carrier: 'UPS', method_code: 'UPSGR', tracking_number: `1Z-${id}` },
      ...{ tracking_url: null, weight_grams: null, shipped_at: new Date().toISOString() },
      lines: there.body.lines.map(({ line_reference, sku, quantity }) => ({ line_reference, sku, quantity, lot: null })),
    });
  parcel('P-other', 'another system’s');
  parcel('P-ours', there.id);
  await shop.read('shipments');
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ units_shipped: 1 });
  expect(await own.sql('select remote_id from shipments where account_id = $1', [shop.accountId])).toEqual([{ remote_id: 'P-ours' }]);
});

test('one that is read before that id is known here is read again once the warehouse is known to have the order', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  await sendWithLostReply(shop);
  shop.sandbox.control.set({ pace: paces.instant });
  const { orders, shipments, floor } = shop.sandbox.control.client();
  floor.advance([...orders.rows.values()][0] ?? expect.unreachable());
  for (const [id, parcel] of shipments.rows) shipments.enter(id, { ...parcel, reference: null });
  await shop.read('shipments');
  expect(await shop.order('1001')).toMatchObject({ in_amware: 0, units_shipped: 0 });
  await endFaults(shop);
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ in_amware: 1, units_shipped: 1 });
});
