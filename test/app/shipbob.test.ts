import { expect, test } from 'vitest';
import { testDatabase } from '../database.ts';
import { buildShipBobShop, marks, merchant, orderOf } from '../shop/shipbob-shop.ts';

const own = testDatabase();

test('an order goes to ShipBob, leaves in two parcels, and is confirmed where it was sold', async () => {
  const shop = await buildShipBobShop(own);
  shop.sell({
    orderNumber: '1001',
    items: [
      { sku: 'MUG', quantity: 4 },
      { sku: 'CUP', quantity: 2 },
    ],
  } as never);
  await shop.flow();
  const [order] = merchant(shop).orders.all();
  if (!order) throw new Error('ShipBob has no order.');
  expect(order.body).toMatchObject({ order_number: expect.stringMatching(/^SO-\d+, 1001$/), shipping_method: 'Standard' });
  expect(await shop.order('1001')).toMatchObject({ in_amware: 1, order_status: 'packing', open_issues: 0 });
  merchant(shop).ship(order, 'a part');
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ units_shipped: 3 });
  merchant(shop).ship(order, 'the rest');
  // ShipStation's requests of this minute are used up.
  await shop.engine.passTime();
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', open_issues: 0 });
  expect(marks(shop).get('1001')).toMatchObject({ marks: 1 });
});

test('a cancellation that comes while it is picked is too late, and one before is done', async () => {
  const shop = await buildShipBobShop(own);
  const sold = shop.sell(...['1001', '1002'].map(orderOf));
  await shop.flow();
  const of = (number: string) =>
    merchant(shop)
      .orders.all()
      .find(({ body }) => body.order_number?.endsWith(number)) ?? expect.unreachable();
  merchant(shop).pick(of('1001'));
  for (const order of sold) shop.sandbox.control.seller().change(order, { orderStatus: 'cancelled' });
  await shop.engine.passTime();
  await shop.flow();
  expect([of('1001'), of('1002')].map(({ shipments }) => shipments[0]?.status)).toEqual(['Processing', 'Cancelled']);
  expect(await shop.order('1002')).toMatchObject({ order_status: 'cancelled' });
});

test('where one piece of a box cannot be stored, the others are received, whichever are stored first', async () => {
  const shop = await buildShipBobShop(own);
  const { announce, receive, receivings } = merchant(shop);
  const box_items = ['A', 'B', 'C', 'D'].map((lot_number, at) => ({
    ...{ sku: 'MUG', quantity: at + 1, lot_number, lot_date: '2030-01-01T00:00:00Z' },
  }));
  const order = announce({
    ...{ fulfillment_center: { id: 10 }, package_type: 'Package', box_packaging_type: 'EverythingInOneBox' },
    ...{ expected_arrival_date: '2099-01-01T00:00:00Z', boxes: [{ tracking_number: 'T-1', box_items }] },
  } as never);
  if (typeof order === 'string') return expect.unreachable(order);
  receive(order, 'the rest');
  const tooMany = order.boxes.map((box) => ({
    ...box,
    items: box.items.map((item) => (item.lot === 'D' ? { ...item, stowed: 3e9 } : item)),
  }));
  receivings.change(order, { boxes: tooMany });
  await shop.read('receipts');
  expect(await own.sql('select lot_number, quantity from receipts where account_id = $1 order by lot_number', [shop.accountId])).toEqual([
    { lot_number: 'A', quantity: 1 },
    { lot_number: 'B', quantity: 2 },
    { lot_number: 'C', quantity: 3 },
  ]);
});
