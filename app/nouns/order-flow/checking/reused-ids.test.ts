import { expect, test } from 'vitest';
import { pacificOf } from '../../../../sandbox/ship-station/pacific.ts';
import { buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { shipAll, warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { actOnOrder } from '../../orders/actions.ts';
import { deleteOrders } from '../../orders/bulk/archive-and-delete.ts';
import { requestCancel } from '../release/holding/cancel.ts';

const own = testDatabase();

/** An order that ended as `end` has it, under whose id the channel sells to somebody else an hour later. */
async function soldAnew(end: (shop: Shop, id: number) => Promise<unknown>, { isHeld = false } = {}) {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  const [sold = expect.unreachable()] = shop.sell({ orderNumber: '1001', ...(isHeld && { orderStatus: 'on_hold' }) });
  await shop.sync();
  await end(shop, (await shop.order('1001')).id);
  const there = warehouseOrders(shop).length;
  shop.sandbox.control.seller().change(sold, {
    ...{ orderNumber: '2001', orderStatus: 'awaiting_shipment', orderDate: pacificOf(Date.now() + 3_600_000) },
    shipTo: { ...sold.shipTo, name: 'Zoe New', street1: '9 New Road' },
  });
  await shop.flow();
  expect(warehouseOrders(shop)).toHaveLength(there);
  const [order] = await own.sql<{ number: string }>('select source_order_number as number from orders where account_id = $1', [
    shop.accountId,
  ]);
  return { shop, now: await shop.order(order?.number ?? '') };
}

const told = ['changed_after_release:sale'];

test.each([
  ['had shipped', 'fulfilled', shipAll, {}],
  [
    'was cancelled here',
    'cancelled',
    (shop: Shop, id: number) => shop.inTenant((tenant) => requestCancel(tenant, [id], null)),
    { isHeld: true },
  ],
] as const)('what a channel sells under the id of an order that %s is told of, and not sent', async (_, order_status, end, options) => {
  const { now } = await soldAnew(end, options);
  expect(now).toMatchObject({
    ...{ order_status, issues: told },
    sentences: [
      'ShipStation has used the id of this order for another sale since it had ended: 2001. Nothing of that sale is sent. Enter it in ShipStation as an order of its own.',
    ],
  });
});

test('one that was deleted is back, and goes as the channel has it once a person has looked', async () => {
  const { shop, now } = await soldAnew((made, id) => made.inTenant((tenant) => deleteOrders(tenant, [id], 1)), { isHeld: true });
  expect(now).toMatchObject({ order_status: 'error', issues: told });
  await shop.inTenant((tenant) => actOnOrder(tenant, now.id, 'keep-as-sent'));
  await shop.flow();
  expect(warehouseOrders(shop)).toMatchObject([{ shipTo: { name: 'Zoe New', line1: '9 New Road' } }]);
});
