import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../test/database.ts';
import { splitShop } from '../../../../../test/shop/split-shop.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { requestCancel } from '../../release/holding/cancel.ts';
import { storeShipments } from '../shipments.ts';

const own = testDatabase();

test('a late parcel of the first decides nothing about the cancellation of the second', async () => {
  const shop = await splitShop(own);
  await shop.split({ MUG: 1, CUP: 1 });
  await shop.open();
  const [first] = [...shop.sandbox.control.client().orders.rows.values()].map(({ body }) => body);
  const parcel = (remoteId: string) =>
    shop.inTenant((tenant) =>
      storeShipments(tenant, shop.warehouseId, [
        {
          ...{ remoteId, providerRef: 'A', reference: String(first?.reference), carrier: 'UPS', method: 'Ground' },
          ...{ trackingNumber: remoteId, raw: {}, trackingUrl: null, weightGrams: null, shippedAt: new Date() },
          lines: [{ lineReference: String(first?.lines[0]?.line_reference), sku: 'MUG', lot: null, quantity: 1 }],
        },
      ]),
    );
  await parcel('T1');
  await own.sql(`update warehouse_orders set state = 'shipped', shipped_at = now() - interval '2 hours' where account_id = $1`, [
    shop.accountId,
  ]);
  await shop.tidy();
  expect((await shop.order('1001')).issues).toEqual(['second_parcel:doubt']);
  await shop.inTenant((tenant) => actOnOrder(tenant, shop.id, 'send-second'));
  await shop.engine.runJobs();
  expect(shop.goods()).toHaveLength(2);
  await shop.inTenant((tenant) => requestCancel(tenant, [shop.id], null));
  await parcel('T2');
  expect(await shop.order('1001')).toMatchObject({ cancel_outcome: 'pending', units_shipped: 2 });
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ cancel_outcome: 'cancelled', units_shipped: 2 });
});
