import { expect, test } from 'vitest';
import type { ChannelOrder, ShipmentConfirmation } from '../../../../../connectors/contract.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { asking, asks, decision } from '../../../../../test/shop/asking.ts';
import { vendorOrder } from '../../../../../test/shop/vendor.ts';
import { shipAll, warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { saveSplit } from '../../../orders/editing/splitting/split.ts';
import { checkOrders } from '../../checking/check.ts';

const own = testDatabase();
const two = { lines: [{ ...(vendorOrder('1').lines[0] as ChannelOrder['lines'][number]), quantity: 2 }] };
const asksBack = vendorOrder('1', { ...two, ...asks });

/** One of two mugs goes in a second parcel; the first is with the warehouse. */
async function splitThere() {
  const all = await asking(own);
  const { shop } = all;
  const setWarehouse = (state: 'paused' | 'active') =>
    own.sql('update connections set state = $2 where account_id = $1 and id = $3', [shop.accountId, state, shop.warehouseId]);
  await setWarehouse('paused');
  await all.read(vendorOrder('1', two));
  const { id } = await all.order();
  const [line] = await own.sql<{ id: number }>('select id::int from order_lines where order_id = $1', [id]);
  await shop.inTenant((tenant) => saveSplit(tenant, id, [{ id: line?.id ?? 0, of: 2, was: 0, quantity: 1 }]));
  await setWarehouse('active');
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  await shop.engine.runJobs();
  await shop.flow();
  expect(warehouseOrders(shop)).toHaveLength(1);
  return {
    ...all,
    stock: (units: number) => own.sql('update products set to_promise = $2 where account_id = $1', [shop.accountId, units]),
    decide: async (action: Parameters<typeof actOnOrder>[2]) => {
      await shop.inTenant((tenant) => actOnOrder(tenant, id, action));
      await shop.engine.runJobs();
      await shop.flow();
    },
  };
}

/** The first parcel has left, and the second lacks stock while the channel asks to cancel the order. */
async function askedAfterFirst() {
  const all = await splitThere();
  await all.stock(0);
  all.move(3);
  await all.shop.flow();
  expect(await all.order()).toMatchObject({ units_shipped: 1, issues: ['out_of_stock:second_parcel'] });
  await all.read(asksBack);
  await all.stock(9);
  await all.shop.tidy();
  return all;
}

test('a channel that takes each parcel is told of the first when that leaves, and of the second for itself', async () => {
  const { shop, vendor, move, order } = await splitThere();
  vendor.per = 'shipment';
  await own.sql('update connections set confirms = $2 where id = $1', [vendor.id, vendor.per]);
  const told = () =>
    vendor.asked.flatMap(({ name, what }) =>
      name === 'confirm' ? (what as ShipmentConfirmation[]).map(({ trackingNumber, lines }) => [trackingNumber, lines[0]?.quantity]) : [],
    );
  move(3);
  await shop.flow();
  expect(told()).toEqual([[expect.any(String), 1]]);
  expect(await order()).toMatchObject({ order_status: 'partially_shipped' });
  await shipAll(shop);
  const [[first] = [], [second] = []] = told();
  expect(told()).toEqual([
    [first, 1],
    [second, 1],
  ]);
  expect(second).not.toBe(first);
  expect(await order()).toMatchObject({ order_status: 'fulfilled', issues: [] });
});

test('a second parcel that is here waits for a person once the channel asks to cancel, and ending it accepts that', async () => {
  const { shop, order, decisions, decide } = await askedAfterFirst();
  expect([warehouseOrders(shop).length, decisions()]).toEqual([1, []]);
  expect((await order()).issues).toContain('second_parcel:doubt');
  await decide('end-second');
  await shipAll(shop);
  expect([warehouseOrders(shop).length, decisions()]).toEqual([1, [decision('accepted')]]);
  expect(await order()).toMatchObject({ order_status: 'fulfilled', issues: [] });
});

test('a channel that is told that it is too late does not thereby have the second parcel sent: a person does', async () => {
  const { shop, order, decisions, decide, read, tell } = await askedAfterFirst();
  await expect(decide('send-second')).rejects.toMatchObject({ status: 409 });
  await decide('refuse-cancel');
  await tell();
  await read(vendorOrder('1', two));
  await shop.tidy();
  await shop.flow();
  expect([warehouseOrders(shop).length, decisions()]).toEqual([1, [decision('too_late')]]);
  expect((await order()).issues).toContain('second_parcel:doubt');
  await decide('send-second');
  expect(warehouseOrders(shop)).toHaveLength(2);
});

test('a channel that no longer asks has the second parcel go by itself', async () => {
  const { shop, order, decisions, read } = await askedAfterFirst();
  await read(vendorOrder('1', two));
  await shop.tidy();
  await shop.flow();
  expect([warehouseOrders(shop).length, decisions(), (await order()).issues]).toEqual([2, [], []]);
});

test.each([
  ['as long as that can be', 0, 'accepted', 1],
  ['which is too late once it is packed', 2, 'too_late', 2],
] as const)('the warehouse is asked to cancel a second parcel that it has whole, %s', async (_, steps, outcome, left) => {
  const { shop, order, decisions, move, read } = await splitThere();
  move(3);
  await shop.flow();
  expect(warehouseOrders(shop)).toHaveLength(2);
  move(steps);
  await read(asksBack);
  await shop.flow();
  expect(decisions()).toEqual([decision(outcome)]);
  await shipAll(shop);
  expect(await order()).toMatchObject({ order_status: 'fulfilled', units_shipped: left });
});

test('a request that is too late for the first parcel is not decided before the second is', async () => {
  const { shop, order, decisions, decide, move, read } = await splitThere();
  move(2);
  await read(asksBack);
  await shop.flow();
  expect([await order(), decisions()]).toMatchObject([{ cancel_outcome: 'too_late', units_shipped: 0 }, []]);
  move(1);
  await shop.flow();
  await shop.tidy();
  expect([warehouseOrders(shop).length, decisions(), (await order()).issues]).toEqual([1, [], ['second_parcel:doubt']]);
  await decide('end-second');
  expect([warehouseOrders(shop).length, decisions()]).toEqual([1, [decision('accepted')]]);
});
