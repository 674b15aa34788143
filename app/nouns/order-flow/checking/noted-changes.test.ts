import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { actOnOrder } from '../../orders/actions.ts';
import { keepAsSent } from '../../orders/editing/flags.ts';

const own = testDatabase();

/** Two orders that went to the warehouse together, of which the channel changes the address of the second after that. */
async function changedThere() {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  const [first, second] = shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' });
  if (!first || !second) throw new Error('nothing was sold');
  await shop.sync();
  const seller = shop.sandbox.control.seller();
  seller.change(second, { shipTo: { ...second.shipTo, street1: '9 New Road' } });
  await shop.sync();
  expect(warehouseOrders(shop).map(({ orderNumbers }) => orderNumbers.length)).toEqual([2]);
  expect((await shop.order('1002')).issues).toEqual(['changed_after_release:order']);
  /** The warehouse cancels both, because the first was cancelled at the channel. */
  const cancelFirst = async () => {
    seller.change(first, { orderStatus: 'cancelled' });
    await shop.flow();
    await shop.flow();
    expect(await shop.order('1001')).toMatchObject({ order_status: 'cancelled' });
  };
  const open = () => warehouseOrders(shop).filter(({ status }) => status === 'open');
  return { ...shop, cancelFirst, open };
}

test('an order that comes back because another was cancelled goes again as its channel has it by then', async () => {
  const shop = await changedThere();
  await shop.cancelFirst();
  expect(shop.open().map(({ shipTo }) => shipTo.line1)).toEqual(['9 New Road']);
  expect(await shop.order('1002')).toMatchObject({ order_status: 'packing', issues: [] });
});

test('what a person kept as it was sent goes again as it was', async () => {
  const shop = await changedThere();
  const { id } = await shop.order('1002');
  await shop.inTenant((tenant) => keepAsSent(tenant, id));
  await shop.cancelFirst();
  expect(shop.open().map(({ shipTo }) => shipTo.line1)).toEqual(['1 Main Street']);
});

test('an order that the warehouse cancelled by itself goes again as its channel has it by then', async () => {
  const shop = await changedThere();
  const { orders } = shop.sandbox.control.client();
  for (const order of orders.rows.values()) orders.change(order.id, order, { status: 'cancelled' });
  await shop.flow();
  const { id } = await shop.order('1002');
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'retry'));
  await shop.engine.runJobs();
  await shop.flow();
  expect(shop.open().map(({ shipTo }) => shipTo.line1)).toContain('9 New Road');
  expect((await shop.order('1002')).issues).toEqual([]);
});
