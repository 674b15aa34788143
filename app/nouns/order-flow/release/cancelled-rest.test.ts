import { expect, test } from 'vitest';
import { paces } from '../../../../sandbox/amware/pace.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addIssues, addOrder } from '../../../../test/shop/rows.ts';
import { channelOrders, shipAll, warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { actOnOrder } from '../../orders/actions.ts';
import { getOrder } from '../../orders/detail/queries.ts';
import { retryOrders } from './retry.ts';

const own = testDatabase();

test('what the warehouse cancels after it said that a part has left is for a person, also before the parcel is known', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 4 }] }, { orderNumber: '1002', items: [{ sku: 'MUG', quantity: 2 }] });
  await shop.sync();
  shop.sandbox.control.set({ pace: { ...paces.manual, twoParcelsPercent: 100 } });
  const { floor, orders } = shop.sandbox.control.client();
  const [{ id: there } = expect.unreachable()] = [...orders.rows.values()];
  for (let step = 0; step < 3; step++) floor.advance(orders.rows.get(there) ?? expect.unreachable());
  expect(orders.rows.get(there)).toMatchObject({ status: 'partially_shipped' });
  await shop.read('order_changes');
  const { id } = await shop.order('1001');
  // The channel of one of them wants it cancelled; the parcel is heard of last.
  await own.sql('update orders set cancel_requested_at = now(), cancel_outcome = $2 where id = $1', [id, 'pending']);
  const now = orders.rows.get(there) ?? expect.unreachable();
  orders.change(there, now, { status: 'cancelled' });
  await shop.read('order_changes');
  const statuses = async () => (await shop.orders()).map(({ order_status, units_shipped }) => [order_status, units_shipped]);
  expect(await statuses()).toEqual([
    ['error', 0],
    ['error', 0],
  ]);
  // The channel of the other one still waits for it.
  const other = await shop.order('1002');
  await expect(shop.inTenant((tenant) => actOnOrder(tenant, other.id, 'send-anew'))).rejects.toMatchObject({
    ...{ status: 409, message: expect.stringContaining('no parcel with goods of this order is known so far') },
  });
  const page = await shop.inTenant((tenant) => getOrder(tenant, other.id));
  expect(page?.issues).toMatchObject([{ subject: 'rest' }]);
  expect([...orders.rows.values()]).toHaveLength(1);
  await shop.read('shipments');
  expect((await statuses()).reduce((sum, [, units]) => sum + Number(units), 0)).toBeGreaterThan(0);
  await shop.flow();
  expect([...orders.rows.values()]).toHaveLength(1);
});

test.each([
  ['send-anew', 'fulfilled', 2],
  ['keep-as-sent', 'partially_shipped', 1],
] as const)(
  'an order of which the warehouse cancels the rest, after a part has shipped, waits for a person (%s)',
  async (decision, status, there) => {
    const shop = await buildShop(own, { reads: ofOrders, pace: { ...paces.manual, twoParcelsPercent: 100 } });
    shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 5 }] });
    await shop.sync();
    const { floor, orders } = shop.sandbox.control.client();
    const [order] = orders.rows.values();
    if (!order) throw new Error('no order');
    for (const _ of [1, 2, 3]) floor.advance(order);
    await shop.sync();
    const { units_shipped } = await shop.order('1001');
    orders.change(order.id, order, { status: 'cancelled' });
    await shop.flow();
    expect(await shop.order('1001')).toMatchObject({
      ...{ order_status: 'error', units_shipped, in_amware: 1, cancelled_at: null },
      sentences: ['The warehouse cancelled the rest of it, after a part had shipped.'],
    });
    const { id } = await shop.order('1001');
    await shop.inTenant((tenant) => retryOrders(tenant, [id]));
    await shop.flow();
    expect(await shop.order('1001')).toMatchObject({ order_status: 'error', issues: ['changed_after_release:rest'] });
    expect(warehouseOrders(shop)).toHaveLength(1);
    expect(channelOrders(shop)).toMatchObject([{ marks: 0 }]);
    await shop.inTenant((tenant) => actOnOrder(tenant, id, decision));
    await shop.flow();
    await shipAll(shop);
    expect(await shop.order('1001')).toMatchObject({ order_status: status, issues: [] });
    expect(warehouseOrders(shop)).toHaveLength(there);
  },
);

test.each([true, false])(
  'an issue about a cancelled rest that is older than its decision has it too, tried again or not',
  async (again) => {
    const shop = await buildShop(own, { connected: false });
    const { accountId } = shop;
    const connection_id = await addConnection(own, accountId);
    const [at] = await own.sql<{ id: string }>(
      `insert into warehouse_orders (account_id, connection_id, reference, state) values ($1, $2, 'W-1', 'cancelled') returning id`,
      [accountId, await addConnection(own, accountId, 'warehouse')],
    );
    const facts = { order_status: 'error', units_ordered: 3, units_shipped: 1, in_amware: 1, warehouse_order_id: at?.id };
    const order_id = await addOrder(own, accountId, connection_id, { ...facts, open_issues: 1, blocking_issues: 1 });
    const sentence = { code: 'rest_cancelled_by_warehouse' };
    await addIssues(own, accountId, [{ order_id, connection_id, type: 'rejected_by_warehouse', subject: 'cancelled', sentence }]);
    if (again) await shop.inTenant((tenant) => retryOrders(tenant, [order_id]));
    const open = () => own.sql('select type, subject from issues where order_id = $1 and closed_at is null', [order_id]);
    const asked = [{ type: 'changed_after_release', subject: 'rest' }];
    await shop.tidy();
    expect(await open()).toEqual(asked);
    // What a person decides is decided.
    await shop.inTenant((tenant) => actOnOrder(tenant, order_id, 'keep-as-sent'));
    await own.sql(`update housekeeping set tidied_at = now() - interval '61 minutes' where account_id = $1`, [accountId]);
    await shop.tidy();
    expect(await open()).toEqual([]);
  },
);
