import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { asReplacement, composedOrders } from '../release/adopting/composed.ts';
import { recordCancelledByWarehouse } from '../release/record-cancelled.ts';
import { addressesOf } from './new-address/values.ts';
import { recordReplaced } from './replaced.ts';

const own = testDatabase();

/** An order is taken out of its warehouse order, and the reply to what was to replace that comes afterwards. */
async function takenOut() {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { id, warehouse_order_id } = await shop.order('1001');
  const there = warehouse_order_id ?? expect.unreachable();
  const composed = await shop.inTenant((tenant) => composedOrders(tenant, [there]));
  const replacement = asReplacement(composed.get(there) ?? expect.unreachable());
  const former = await shop.inTenant(async (tenant) => (await addressesOf(tenant, [id])).get(id)?.now ?? expect.unreachable());
  await shop.inTenant((tenant) => recordCancelledByWarehouse(tenant, there));
  await own.sql(`update orders set shipping_code = 'LATER', address = '9 New Road' where id = $1`, [id]);
  await own.sql(`update order_lines set mapped_sku = 'CUP' where order_id = $1`, [id]);
  const row = async () => {
    const [order] = await own.sql(
      `select o.shipping_code, o.address, l.mapped_sku from orders o join order_lines l on l.order_id = o.id where o.id = $1`,
      [id],
    );
    return order;
  };
  return { shop, id, there, replacement, former, row };
}

const asItIs = { shipping_code: 'LATER', address: '9 New Road', mapped_sku: 'CUP' };

test('what a warehouse order was replaced by is nothing of an order that was taken out of it in the meantime', async () => {
  const { shop, there, replacement, row } = await takenOut();
  await shop.inTenant((tenant) => recordReplaced(tenant, there, replacement));
  expect(await row()).toEqual(asItIs);
});

test('neither is the address that it was to go to then', async () => {
  const { shop, id, there, replacement, former, row } = await takenOut();
  await shop.inTenant((tenant) => recordReplaced(tenant, there, { ...replacement, address: { orderId: id, shipTo: former } }));
  expect(await row()).toEqual(asItIs);
});
