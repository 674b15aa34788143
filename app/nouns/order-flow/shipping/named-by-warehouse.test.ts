import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';

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
