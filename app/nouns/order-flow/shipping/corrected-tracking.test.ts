import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { wordIssue } from '../../../shared/issues/issue.ts';
import { actOnOrder } from '../../orders/actions.ts';
import { storeShipments } from './shipments.ts';

const own = testDatabase();

/** An order of two mugs at the warehouse; `say`: what that says of the one parcel that it left with. */
async function sentOrder() {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 2 }] });
  await shop.sync();
  const [there] = shop.sandbox.control.client().orders.rows.values();
  const say = (trackingNumber: string, quantity = 2) =>
    shop.inTenant((tenant) =>
      storeShipments(tenant, shop.warehouseId, [
        {
          ...{ remoteId: 'P1', providerRef: there?.id ?? '', reference: there?.body.reference ?? '', carrier: 'UPS', method: 'Ground' },
          ...{ trackingNumber, trackingUrl: null, weightGrams: null, shippedAt: new Date(), raw: { trackingNumber } },
          lines: [{ lineReference: there?.body.lines[0]?.line_reference ?? '', sku: 'MUG', lot: null, quantity }],
        },
      ]),
    );
  const marks = () => [...shop.sandbox.control.seller().orders.values()].flatMap((order) => order.marks.map((mark) => mark.trackingNumber));
  const issues = () =>
    own.sql<{ subject: string; blocking: boolean; says: string }>(
      `select subject, blocking, sentence as says from issues where account_id = $1 and closed_at is null order by id`,
      [shop.accountId],
    );
  const said = async () => (await issues()).map(({ says, ...of }) => ({ ...of, says: wordIssue(says as never) }));
  const keep = async () => {
    const { id } = await shop.order('1001');
    await shop.inTenant((tenant) => actOnOrder(tenant, id, 'keep-as-sent'));
  };
  return { ...shop, say, marks, issues: said, keep };
}

test('a channel is told the tracking number that its warehouse has corrected before it was told', async () => {
  const { say, marks, engine, order } = await sentOrder();
  await say('1Z-WRONG');
  await say('1Z-RIGHT');
  await engine.runJobs();
  expect(marks()).toEqual(['1Z-RIGHT']);
  expect(await order('1001')).toMatchObject({ order_status: 'fulfilled', units_shipped: 2, tracking: ['1Z-RIGHT'] });
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

test('a number that is corrected after a channel was told waits for a person, each correction once', async () => {
  const { say, engine, order, issues, keep } = await sentOrder();
  await say('1Z-FIRST');
  await engine.runJobs();
  await say('1Z-FIRST');
  expect(await issues()).toEqual([]);
  const of = (number: string) => ({
    ...{ subject: 'tracking:P1', blocking: false },
    says: `The warehouse has corrected the tracking of a parcel from UPS 1Z-FIRST to UPS ${number}, and ShipStation was told the former one. Enter the right one in ShipStation.`,
  });
  for (const number of ['1Z-SECOND', '1Z-SECOND', '1Z-THIRD']) {
    await say(number);
    expect(await issues()).toEqual([of(number)]);
  }
  expect(await order('1001')).toMatchObject({ order_status: 'fulfilled', tracking: ['1Z-FIRST'] });
  await keep();
  await say('1Z-THIRD');
  expect(await issues()).toEqual([]);
  await say('1Z-FOURTH');
  expect(await issues()).toEqual([of('1Z-FOURTH')]);
});

test('what a parcel holds by another count than it left with waits for a person, and nothing is counted anew', async () => {
  const { say, engine, order, issues, keep } = await sentOrder();
  await say('1Z', 2);
  await engine.runJobs();
  for (const _ of ['once', 'twice']) {
    await say('1Z', 1);
    expect(await issues()).toEqual([
      {
        ...{ subject: 'contents:P1', blocking: false },
        says: expect.stringContaining('its parcel 1Z holds 1 × MUG, and had said 2 × MUG'),
      },
    ]);
  }
  expect(await order('1001')).toMatchObject({ order_status: 'fulfilled', units_shipped: 2 });
  await keep();
  await say('1Z', 1);
  await say('1Z', 2);
  expect(await issues()).toEqual([]);
});
