import { expect, test } from 'vitest';
import { paces } from '../../../../../sandbox/amware/pace.ts';
import { buildShop, ofOrders } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';

const own = testDatabase();

/** Order 1001, of which a part has left, while the warehouse goes on with the rest. */
async function leftInPart() {
  const shop = await buildShop(own, { reads: ofOrders, pace: { ...paces.manual, twoParcelsPercent: 100 } });
  const [sold] = shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 5 }] });
  if (!sold) throw new Error('nothing was sold');
  await shop.sync();
  const { floor, orders } = shop.sandbox.control.client();
  const [there] = orders.rows.values();
  if (!there) throw new Error('no order');
  for (const _ of [1, 2, 3]) floor.advance(there);
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'partially_shipped', issues: [] });
  return { shop, sold };
}

test('a person is told of an order that its channel cancels when a part of it has left', async () => {
  const { shop, sold } = await leftInPart();
  shop.sandbox.control.seller().change(sold, { orderStatus: 'cancelled' });
  await shop.sync();
  const told = {
    issues: ['changed_after_release:order'],
    sentences: [
      'ShipStation cancelled this order after a part of it had left, and the warehouse goes on with the rest. Ask it to stop that, or put it right with the buyer.',
    ],
  };
  expect(await shop.order('1001')).toMatchObject({ order_status: 'partially_shipped', source_state: 'cancelled', ...told });
  shop.sandbox.control.seller().change(sold, { customerNotes: 'Thank you' });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject(told);
});

test.each([
  [2, ['changed_after_release:order']],
  [5, []],
])(
  'who is told of an order of which its channel heard that a part has left, and which it has as shipped with %d of 5 units then',
  async (quantity, issues) => {
    const { shop, sold } = await leftInPart();
    const { id } = await shop.order('1001');
    await own.sql(
      `insert into outbox (account_id, connection_id, kind, key, order_id, state, attempts, done_at)
      values ($1, $2, 'confirm', 'shipment-1', $3, 'done', 1, now())`,
      [shop.accountId, shop.channelId, id],
    );
    const items = sold.items.map((item) => ({ ...item, quantity }));
    shop.sandbox.control.seller().change(sold, { orderStatus: 'shipped', items });
    await shop.sync();
    expect(await shop.order('1001')).toMatchObject({ order_status: 'partially_shipped', source_state: 'shipped', issues });
  },
);
