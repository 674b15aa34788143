import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { storeShipments } from './shipments.ts';

const own = testDatabase();

/** An order of one mug at the warehouse; `say`: what that says of the one parcel that it left with. */
async function sentOrder() {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const [there] = shop.sandbox.control.client().orders.rows.values();
  const say = (trackingNumber: string) =>
    shop.inTenant((tenant) =>
      storeShipments(tenant, shop.warehouseId, [
        {
          ...{ remoteId: 'P1', providerRef: there?.id ?? '', reference: there?.body.reference ?? '', carrier: 'UPS', method: 'Ground' },
          ...{ trackingNumber, trackingUrl: null, weightGrams: null, shippedAt: new Date(), raw: { trackingNumber } },
          lines: [{ lineReference: there?.body.lines[0]?.line_reference ?? '', sku: 'MUG', lot: null, quantity: 1 }],
        },
      ]),
    );
  const marks = () => [...shop.sandbox.control.seller().orders.values()].flatMap((order) => order.marks.map((mark) => mark.trackingNumber));
  return { ...shop, say, marks };
}

test('a channel is told the tracking number that its warehouse has corrected before it was told', async () => {
  const { say, marks, engine, order } = await sentOrder();
  await say('1Z-WRONG');
  await say('1Z-RIGHT');
  await engine.runJobs();
  expect(marks()).toEqual(['1Z-RIGHT']);
  expect(await order('1001')).toMatchObject({ order_status: 'fulfilled', units_shipped: 1, tracking: ['1Z-RIGHT'] });
});

test('a number that a channel was told, or may have been, stays the one that it is looked up by', async () => {
  const { say, engine, order } = await sentOrder();
  await say('1Z-FIRST');
  await own.sql(`update outbox set maybe_done = true where kind = 'confirm'`);
  await say('1Z-SECOND');
  expect(await order('1001')).toMatchObject({ tracking: ['1Z-FIRST'] });
  await own.sql(`update outbox set maybe_done = false where kind = 'confirm'`);
  await engine.runJobs();
  await say('1Z-THIRD');
  expect(await order('1001')).toMatchObject({ order_status: 'fulfilled', tracking: ['1Z-FIRST'] });
});
