import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { setHold } from './hold.ts';

const own = testDatabase();

/** A shop with two orders that wait for a mapping. */
async function waiting() {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' });
  await shop.sync();
  return shop;
}

const hold = async (shop: Shop, held: boolean, until?: string, numbers = ['1001']) => {
  const ids = (await shop.orders()).filter(({ source_order_number }) => numbers.includes(source_order_number)).map(({ id }) => id);
  await shop.inTenant((tenant) => setHold(tenant, ids, held, until === undefined ? {} : { until }));
  return ids;
};
const later = async (shop: Shop) => {
  await shop.engine.passTime();
  await shop.engine.runJobs();
};
const there = (shop: Shop) =>
  [...shop.sandbox.control.seller().orders.values()].map(({ orderStatus, holdUntilDate }) => [orderStatus, holdUntilDate]);
const calls = (shop: Shop, operation: string) => shop.sandbox.control.seller().counters.operations[operation] ?? 0;

test('an order on hold is held at the channel too, until the same day, and released there with it', async () => {
  const shop = await waiting();
  await hold(shop, true, '2027-03-04');
  await later(shop);
  expect(there(shop)).toEqual([
    ['on_hold', expect.stringMatching(/^2027-03-0[34]/)],
    ['awaiting_shipment', null],
  ]);
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ held_there: true, source_state: 'held' });
  await hold(shop, false);
  await later(shop);
  expect(there(shop)[0]?.[0]).toBe('awaiting_shipment');
  // It was read again by itself, and is ready.
  expect(await shop.order('1001')).toMatchObject({ held_there: false, source_state: 'ready' });
});

test('a change of mind before the request left asks for what is so now', async () => {
  const shop = await waiting();
  await hold(shop, true);
  await hold(shop, false);
  await hold(shop, true);
  await later(shop);
  expect(there(shop)[0]?.[0]).toBe('on_hold');
  await hold(shop, false);
  await hold(shop, true);
  await hold(shop, false);
  await later(shop);
  expect(there(shop)[0]?.[0]).toBe('awaiting_shipment');
});

test('an order that the channel held by itself is not released there', async () => {
  const shop = await waiting();
  await hold(shop, true);
  await later(shop);
  const before = calls(shop, 'restore_from_hold');
  await hold(shop, false, undefined, ['1002']);
  await later(shop);
  expect(calls(shop, 'restore_from_hold')).toBe(before);
});

test('holds of many orders leave room for shipments to be confirmed', async () => {
  const shop = await waiting();
  const ids = await hold(shop, true, undefined, ['1001', '1002']);
  const rows = await own.sql<{ wait: number }>(
    `select round(extract(epoch from due_at - created_at))::int as wait from outbox where account_id = $1 and order_id = any($2) order by id`,
    [shop.accountId, ids],
  );
  expect(rows.map(({ wait }) => wait)).toEqual([0, 3]);
});

test('a channel that refuses says why, and the order stays on hold here', async () => {
  const shop = await waiting();
  shop.sandbox.control.faults.add({ target: 'ship_station', operation: 'hold', kind: 'refused_as_200', times: 1 });
  await hold(shop, true);
  await later(shop);
  const order = await shop.order('1001');
  expect(order).toMatchObject({ on_hold: true, held_there: false });
  expect(order.issues).toContain('rejected_by_channel:hold_there');
});
