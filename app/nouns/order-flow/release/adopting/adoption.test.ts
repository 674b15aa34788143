import { expect, test } from 'vitest';
import { plainAddress, type SellerOrder } from '../../../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders, type Shop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { issuesInWords } from '../../../../../test/in-words.ts';
import { forgetOrders } from '../../../../../test/shop/forgetting.ts';
import { shipAll, warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { actOnOrder } from '../../../orders/actions.ts';

const own = testDatabase();

const anna = { orderNumber: '1001', items: [{ sku: 'MUG', quantity: 1 }], shipTo: { ...plainAddress, name: 'Anna Blum' } };
const bo = { orderNumber: '1002', items: [{ sku: 'CUP', quantity: 2 }], shipTo: { ...plainAddress, name: 'Bo Carlson' } };

const act = async (shop: Shop, number: string, action: Parameters<typeof actOnOrder>[2]) => {
  const { id } = await shop.order(number);
  return shop.inTenant((tenant) => actOnOrder(tenant, id, action));
};
const sentences = async ({ accountId }: Shop) =>
  issuesInWords(await own.sql(`select sentence from issues where account_id = $1 and closed_at is null`, [accountId]));
const units = (shop: Shop) =>
  warehouseOrders(shop).map(({ status, lines }) => [status, ...lines.map(({ sku, quantity }) => `${quantity} ${sku}`)]);
const answersWithAnother = ({ sandbox }: Shop, operation: string) =>
  sandbox.control.faults.add({ target: 'amware', operation, kind: 'another_order' });

/** The warehouse has Anna's order, and replies with it where Bo's is sent. */
async function confused() {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell(anna);
  await shop.flow();
  answersWithAnother(shop, 'submit_order');
  shop.sell(bo);
  await shop.flow();
  return shop;
}

test('what the warehouse has in place of a new order is not accepted unread: a person sees both sides', async () => {
  const shop = await confused();
  expect(await shop.order('1002')).toMatchObject({ order_status: 'error', in_amware: 0, issues: ['found_otherwise:found'] });
  expect(await sentences(shop)).toEqual([
    {
      sentence: expect.stringMatching(
        /^Amware already has 1 × MUG for Anna Blum, .*, as AMW-100001, where this order belongs\. Here it is 2 × CUP for Bo Carlson, /,
      ),
    },
  ]);
  await shipAll(shop);
  expect(await shop.order('1001')).toMatchObject({ units_shipped: 1 });
  expect(await shop.order('1002')).toMatchObject({ order_status: 'error', units_shipped: 0 });
});

test('decided to be another order, it is sent under a new reference; what is another order of ours cannot be taken over', async () => {
  const shop = await confused();
  await expect(act(shop, '1002', 'take-over')).rejects.toMatchObject({ status: 409, code: 'taken' });
  await act(shop, '1002', 'new-reference');
  await shop.flow();
  expect(units(shop)).toEqual([
    ['open', '1 MUG'],
    ['open', '2 CUP'],
  ]);
  expect(await shop.order('1002')).toMatchObject({ order_status: 'packing', issues: [] });
  const [{ attempt = 0 } = {}] = await own.sql<{ attempt: number }>(
    `select w.attempt from orders o join warehouse_orders w on w.id = o.warehouse_order_id where o.account_id = $1 and o.source_order_number = '1002'`,
    [shop.accountId],
  );
  expect(attempt).toBe(2);
  await expect(act(shop, '1002', 'new-reference')).rejects.toMatchObject({ status: 409, code: 'nothing_to_decide' });
});

test('one that was to be cancelled in the meantime ends in place of being sent', async () => {
  const shop = await confused();
  await act(shop, '1002', 'cancel');
  await act(shop, '1002', 'new-reference');
  await shop.flow();
  expect(units(shop)).toEqual([['open', '1 MUG']]);
  expect(await shop.order('1002')).toMatchObject({ order_status: 'cancelled' });
});

test('another order under the reference of one that may have arrived is not accepted', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell(anna);
  await shop.flow();
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: '500', times: 1 });
  answersWithAnother(shop, 'find_order');
  shop.sell(bo);
  await shop.read('orders');
  await shop.engine.passTime();
  await shop.flow();
  expect(await shop.order('1002')).toMatchObject({ order_status: 'error', in_amware: 0, issues: ['found_otherwise:found'] });
  expect(units(shop)).toEqual([['open', '1 MUG']]);
});

test('a database that knows less adopts what is as it would send it, and of what differs a person says that it is the same', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  const [sold] = shop.sell(anna);
  shop.sell(bo);
  await shop.flow();
  await forgetOrders(own, shop.accountId);
  shop.sandbox.control.seller().change(sold as SellerOrder, { shipTo: { ...anna.shipTo, street1: '99 Other Road' } });
  await shop.flow();
  expect(await shop.order('1002')).toMatchObject({ order_status: 'packing', issues: [] });
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', in_amware: 0, issues: ['found_otherwise:found'] });
  await act(shop, '1001', 'take-over');
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', in_amware: 1, issues: [] });
  await shipAll(shop);
  expect((await shop.orders()).map(({ order_status, units_shipped }) => [order_status, units_shipped]).toSorted()).toEqual([
    ['fulfilled', 1],
    ['fulfilled', 2],
  ]);
  expect(warehouseOrders(shop)).toHaveLength(2);
});

test('what the warehouse has under another reference is found by its number and adopted with its parcels; what differs waits', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  const [, second] = shop.sell(anna, bo);
  await shop.flow();
  const before = warehouseOrders(shop).map(({ reference }) => reference);
  await forgetOrders(own, shop.accountId);
  // Its references were derived from something else then.
  await own.sql(`update connections set reference_key = 'another' where id = $1`, [shop.channelId]);
  await own.sql(`update connections set finds_sold_before = now() + interval '2 days' where id = $1`, [shop.warehouseId]);
  shop.sandbox.control.seller().change(second as SellerOrder, { items: (second?.items ?? []).map((item) => ({ ...item, quantity: 3 })) });
  shop.sell({ ...anna, orderNumber: '1003', shipTo: { ...plainAddress, name: 'Cy Davis' } });
  await shop.flow();
  expect(warehouseOrders(shop)).toHaveLength(3);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
  expect(await shop.order('1002')).toMatchObject({ order_status: 'error', issues: ['found_otherwise:found'] });
  expect(await shop.order('1003')).toMatchObject({ order_status: 'packing', issues: [] });
  const now = warehouseOrders(shop).map(({ reference }) => reference);
  expect(now).toEqual(expect.arrayContaining(before));
  await shipAll(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', units_shipped: 1 });
  expect(await shop.order('1002')).toMatchObject({ order_status: 'error', units_shipped: 0 });
  // Decided to be another one, it is not found again.
  await act(shop, '1002', 'new-reference');
  await shop.flow();
  expect(await shop.order('1002')).toMatchObject({ in_amware: 1, issues: [] });
  expect(warehouseOrders(shop)).toHaveLength(4);
});

test('of two equal orders one is what the warehouse has under their number, and the other is sent, also where both are found at once', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  await own.sql('update accounts set combine_orders = false where id = $1', [shop.accountId]);
  shop.sell(anna);
  await shop.flow();
  await forgetOrders(own, shop.accountId);
  await own.sql(`update connections set reference_key = 'another' where id = $1`, [shop.channelId]);
  await own.sql(`update connections set finds_sold_before = now() + interval '2 days' where id = $1`, [shop.warehouseId]);
  shop.sell(anna);
  await shop.flow();
  await shop.engine.passTime();
  await shop.flow();
  expect((await shop.orders()).map(({ order_status, issues }) => [order_status, issues])).toEqual([
    ['packing', []],
    ['packing', []],
  ]);
  expect(units(shop)).toEqual([
    ['open', '1 MUG'],
    ['open', '1 MUG'],
  ]);
  expect(new Set((await references(shop)).map(({ reference }) => reference))).toEqual(
    new Set(warehouseOrders(shop).map(({ reference }) => reference)),
  );
});

test('what is taken over is read again from before it was sold, and not from the beginning', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  const [sold] = shop.sell(anna);
  await shop.flow();
  await shipAll(shop);
  await forgetOrders(own, shop.accountId);
  shop.sandbox.control.seller().change(sold as SellerOrder, {
    ...{ orderStatus: 'awaiting_shipment', items: (sold?.items ?? []).map((item) => ({ ...item, quantity: 2 })) },
  });
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ issues: ['found_otherwise:found'] });
  const before = await places(shop);
  await act(shop, '1001', 'take-over');
  expect(await places(shop)).toEqual(before);
  const jobs = await own.sql<{ key: string }>(`select key from graphile_worker.jobs where key like '%:from:%'`);
  expect(jobs.map(({ key }) => key.split(':').slice(-5, -3))).toHaveLength(2);
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ units_shipped: 1, issues: [] });
});

const places = ({ accountId }: Shop) =>
  own.sql(`select stream, cursor from streams where account_id = $1 and stream in ('shipments', 'order_changes') order by 1`, [accountId]);

const fault = ({ sandbox }: Shop, operation: string, kind: 'another_reference' | 'refused_duplicate' | '500') =>
  sandbox.control.faults.add({ target: 'amware', operation, kind, ...(kind === '500' ? { probability: 1 } : {}) });
const references = ({ accountId }: Shop) =>
  own.sql<{ reference: string; state: string }>('select reference, state from warehouse_orders where account_id = $1 order by id', [
    accountId,
  ]);

test('a reference that the warehouse refuses because it has it is looked up, and what it has is ours where it agrees', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell(anna);
  await shop.flow();
  await forgetOrders(own, shop.accountId);
  fault(shop, 'submit_order', 'refused_duplicate');
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', in_amware: 1, issues: [] });
  expect(units(shop)).toEqual([['open', '1 MUG']]);
});

test('tried again after its reference was refused as that of another record, an order has another one', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell(anna);
  await shop.flow();
  const [{ reference = '' } = {}] = await references(shop);
  await forgetOrders(own, shop.accountId);
  const { desk, inbound, orders } = shop.sandbox.control.client();
  for (const id of orders.rows.keys()) orders.forget(id);
  expect(desk.byReference(reference)).toBeUndefined();
  inbound.announce({
    ...{ reference, warehouse_id: 'KY1', order_numbers: [], expected_at: null, carrier: null, freight_number: null },
    lines: [{ line_reference: '1', sku: 'MUG', quantity: 1, lot: null, expected_at: null }],
  });
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', in_amware: 0, issues: ['rejected_by_warehouse:submit'] });
  await act(shop, '1001', 'retry');
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', in_amware: 1, issues: [] });
  expect(await references(shop)).toMatchObject([{ reference, state: 'rejected' }, { state: 'accepted' }]);
});

test('a reply that names another reference is looked up first, and nothing is sent again before that', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  fault(shop, 'submit_order', 'another_reference');
  fault(shop, 'find_order', '500');
  shop.sell(anna);
  await shop.read('orders');
  expect(await own.sql(`select state, maybe_done from outbox where account_id = $1 and kind = 'submit'`, [shop.accountId])).toEqual([
    { state: 'waiting', maybe_done: true },
  ]);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', in_amware: 0, issues: [] });
  shop.sandbox.control.faults.clear();
  await shop.engine.passTime();
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', in_amware: 1, issues: [] });
  expect(units(shop)).toEqual([['open', '1 MUG']]);
});

test('where it is not under our reference, a person sees what the warehouse replied with', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  fault(shop, 'submit_order', 'another_reference');
  fault(shop, 'find_order', 'another_reference');
  shop.sell(anna);
  await shop.read('orders');
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', in_amware: 0, issues: ['found_otherwise:found'] });
  expect(await sentences(shop)).toMatchObject([{ sentence: expect.stringContaining('as AMW-100001') }]);
  expect(units(shop)).toEqual([['open', '1 MUG']]);
});
