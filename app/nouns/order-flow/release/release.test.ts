import { expect, test } from 'vitest';
import { paces } from '../../../../sandbox/amware/pace.ts';
import { plainAddress } from '../../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { channelOrders, shipAll, warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { setPaused } from '../../../shared/connections/connecting/commands.ts';
import { toggleLock } from '../../orders/editing/flags.ts';
import { changeMany, undoMany } from '../../orders/editing/many.ts';
import { saveOrder } from '../../orders/editing/save.ts';

const own = testDatabase();

test('orders to one address that are released together travel as one, each with its own tracking and confirmation', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell(
    { orderNumber: '1001' },
    { orderNumber: '1002', items: [{ sku: 'CUP', quantity: 3 }], customerNotes: 'as a gift' },
    { orderNumber: '1003', shipTo: { ...plainAddress, name: 'ALEX doe' } },
    { orderNumber: '1004', shipTo: { ...plainAddress, street1: '2 Main Street' } },
    { orderNumber: '1005', serviceCode: 'fedex_2day' },
  );
  await shop.sync();
  expect(warehouseOrders(shop).map(({ orderNumbers, units }) => [orderNumbers.length, units])).toEqual([
    [3, 5],
    [1, 1],
  ]);
  await shipAll(shop);
  const [first, second, third, fourth, stopped] = await shop.orders();
  expect([first, second, third, fourth].map((order) => order?.order_status)).toEqual(Array(4).fill('fulfilled'));
  expect(stopped).toMatchObject({ order_status: 'error' });
  expect(first?.tracking).toHaveLength(1);
  expect(second?.tracking).toEqual(first?.tracking);
  expect([first?.units_shipped, second?.units_shipped, third?.units_shipped]).toEqual([1, 3, 1]);
  expect(channelOrders(shop).map(({ marks }) => marks)).toEqual([1, 1, 1, 1, 0]);
});

test('what travels together has the notes of all its orders, each once', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const notes = ['Leave it with the neighbour', null, 'Ring twice', 'Leave it with the neighbour'];
  shop.sell(...notes.map((customerNotes, at) => ({ orderNumber: `${1001 + at}`, customerNotes })));
  await shop.sync();
  const sent = [...shop.sandbox.control.client().orders.rows.values()].map(({ body }) => body.note);
  expect(sent).toEqual(['Leave it with the neighbour\nRing twice']);
});

test('with combining switched off every order travels alone', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql('update accounts set combine_orders = false where id = $1', [shop.accountId]);
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' });
  await shop.sync();
  expect(warehouseOrders(shop).map(({ orderNumbers }) => orderNumbers.length)).toEqual([1, 1]);
});

test('a locked order stays here until it is unlocked', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', serviceCode: 'fedex_2day' });
  await shop.sync();
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => toggleLock(tenant, id));
  await shop.inTenant((tenant) => saveOrder(tenant, { id, shipping_code: 'UPSGR' }));
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', locked: true, warehouse_order_id: null });
  await shop.inTenant((tenant) => toggleLock(tenant, id));
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing' });
});

test('an edit withdraws an order that waits to be sent, and sends it with the new values', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await shop.inTenant((tenant) => setPaused(tenant, shop.warehouseId, true));
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  await shop.inTenant(async (tenant) => saveOrder(tenant, { id: (await shop.order('1001')).id, city: 'Dallas' }));
  await shop.inTenant((tenant) => setPaused(tenant, shop.warehouseId, false));
  await shop.engine.passTime();
  await shop.tidy();
  await shop.sync();
  expect([...shop.sandbox.control.client().orders.rows.values()].map(({ body }) => body.ship_to.city)).toEqual(['Dallas']);
});

test('orders of one recipient that were changed together and are undone together still travel as one', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await shop.inTenant((tenant) => setPaused(tenant, shop.warehouseId, true));
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' }, { orderNumber: '1003' });
  await shop.sync();
  await shop.inTenant((tenant) => setPaused(tenant, shop.warehouseId, false));
  const ids = (await shop.orders()).map(({ id }) => id);
  const [{ group }] = (await own.sql(`select nextval('changes_id_seq')::int as group`)) as [{ group: number }];
  const changed = await shop.inTenant((tenant) => changeMany(tenant, ids, { set: { state: 'NV' } }, group));
  expect(changed).toEqual(new Map());
  expect(await shop.inTenant((tenant) => undoMany(tenant, ids, group))).toEqual(new Map());
  await shop.engine.passTime();
  await shop.tidy();
  await shop.sync();
  expect(warehouseOrders(shop).map(({ orderNumbers, units }) => [orderNumbers.length, units])).toEqual([[3, 3]]);
});

test('a paused warehouse leaves orders waiting; they travel together once it is resumed', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await shop.inTenant((tenant) => setPaused(tenant, shop.warehouseId, true));
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  shop.sell({ orderNumber: '1002' });
  await shop.sync();
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(['pending', 'pending']);
  await shop.engine.passTime();
  const checked = () => own.sql('select id, checked_at from orders where account_id = $1 order by id', [shop.accountId]);
  const before = await checked();
  await shop.tidy();
  expect(await checked()).toEqual(before);
  await shop.inTenant((tenant) => setPaused(tenant, shop.warehouseId, false));
  await shop.tidy();
  expect(warehouseOrders(shop)).toMatchObject([{ orderNumbers: [expect.any(String), expect.any(String)] }]);
});

test('an order of nothing but charges is confirmed without a warehouse', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({
    orderNumber: '1001',
    shipTo: { ...plainAddress, street1: '' },
    items: [{ sku: 'POST', quantity: 1, adjustment: true }],
  });
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', units_ordered: 0, warehouse_order_id: null, issues: [] });
  expect(warehouseOrders(shop)).toEqual([]);
  expect(channelOrders(shop)).toMatchObject([{ status: 'shipped', marks: 1 }]);
});

test('an order in two parcels is partly shipped first, and confirmed once when all of it has left', async () => {
  const shop = await buildShop(own, { reads: ofOrders, pace: { ...paces.manual, twoParcelsPercent: 100 } });
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 5 }] });
  await shop.sync();
  const { floor, orders } = shop.sandbox.control.client();
  const [order] = orders.rows.values();
  for (const _ of [1, 2, 3]) floor.advance(order as never);
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'partially_shipped' });
  expect(channelOrders(shop)).toMatchObject([{ marks: 0 }]);
  floor.advance(order as never);
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', units_shipped: 5 });
  expect(channelOrders(shop)).toMatchObject([{ marks: 1 }]);
});

test('a parcel’s lines that are not in its order are not stored, and an issue is opened', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002', shipTo: { ...plainAddress, name: 'Bo' } });
  await shop.sync();
  const { floor, orders } = shop.sandbox.control.client();
  const [first, second] = [...orders.rows.values()].toSorted(
    (a, b) => Number(a.body.ship_to.name === 'Bo') - Number(b.body.ship_to.name === 'Bo'),
  );
  if (!first || !second) throw new Error('no orders');
  // The warehouse confuses the orders.
  orders.change(first.id, first, { body: { ...first.body, lines: second.body.lines }, lines: second.lines.map((line) => ({ ...line })) });
  for (const _ of [1, 2, 3]) floor.advance(first);
  await shop.flow();
  expect(await shop.orders()).toMatchObject([
    { order_status: 'packing', units_shipped: 0, issues: [expect.stringMatching(/^changed_after_release:parcel:/)] },
    { order_status: 'packing', units_shipped: 0, issues: [] },
  ]);
});

test('parcels and changes that the warehouse repeats, in any order, count once', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell(
    { orderNumber: '1001', items: [{ sku: 'MUG', quantity: 2 }] },
    { orderNumber: '1002', shipTo: { ...plainAddress, name: 'Bo' } },
  );
  await shop.sync();
  for (const operation of ['read_shipments', 'read_order_changes'])
    shop.sandbox.control.faults.add({
      target: 'amware',
      operation,
      kind: operation === 'read_shipments' ? 'duplicate' : 'out_of_order',
      times: 3,
    });
  await shipAll(shop);
  expect((await shop.orders()).map(({ order_status, units_shipped }) => [order_status, units_shipped])).toEqual([
    ['fulfilled', 2],
    ['fulfilled', 1],
  ]);
  const lines = await own.sql('select quantity from shipment_lines where account_id = $1 order by quantity desc', [shop.accountId]);
  expect(lines).toEqual([{ quantity: 2 }, { quantity: 1 }]);
});
