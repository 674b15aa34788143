import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { endFaults, sendWithLostReply, warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { requestCancel } from '../../../nouns/order-flow/release/holding/cancel.ts';
import { setHold } from '../../../nouns/order-flow/release/holding/hold.ts';
import { doubtWhatWaits } from '../../../shared/outbox/doubt.ts';

const own = testDatabase();

/** The attempts to send an order had no reply, and none of them has arrived. */
async function inDoubt() {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: '500', probability: 1 });
  const [sold] = shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { id } = await shop.order('1001');
  const effects = await own.sql(`select state, maybe_done from outbox where account_id = $1 and kind = 'submit'`, [shop.accountId]);
  expect(effects).toEqual([{ state: 'waiting', maybe_done: true }]);
  return { ...shop, shop, id, sold: sold ?? expect.unreachable() };
}

/** The warehouse says that it does not have it, and still does once it must have taken in whatever arrived. */
async function untilIntake(shop: Shop) {
  await endFaults(shop);
  await shop.engine.passTime();
  await shop.flow();
}

test('what was cancelled while nobody knew whether it had arrived is not sent where it has not', async () => {
  const { shop, id } = await inDoubt();
  expect(await shop.inTenant((tenant) => requestCancel(tenant, [id], null))).toEqual({ cancelled: [], requested: [id] });
  await untilIntake(shop);
  expect([warehouseOrders(shop), await shop.order('1001')]).toMatchObject([[], { order_status: 'cancelled', issues: [] }]);
});

test('what its channel corrected in the meantime goes to the corrected address', async () => {
  const { shop, sold } = await inDoubt();
  shop.sandbox.control.seller().change(sold, { shipTo: { ...sold.shipTo, street1: '9 New Road' } });
  await shop.read('orders');
  expect(await shop.order('1001')).toMatchObject({ issues: ['changed_after_release:order'] });
  await untilIntake(shop);
  const there = [...shop.sandbox.control.client().orders.rows.values()].map(({ body }) => body.ship_to.line1);
  expect([there, await shop.order('1001')]).toMatchObject([['9 New Road'], { order_status: 'packing', issues: [] }]);
});

test('what was put on hold in the meantime stays here until the hold ends', async () => {
  const { shop, id } = await inDoubt();
  await shop.inTenant((tenant) => setHold(tenant, [id], { held: true }));
  await untilIntake(shop);
  expect([warehouseOrders(shop), await shop.order('1001')]).toMatchObject([[], { order_status: 'pending', on_hold: true }]);
  await shop.inTenant((tenant) => setHold(tenant, [id], { held: false }));
  await shop.flow();
  expect([warehouseOrders(shop), await shop.order('1001')]).toMatchObject([[{ status: 'open' }], { order_status: 'packing' }]);
});

test('what the warehouse took in after it had said that it does not have it is adopted and asked back', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  await sendWithLostReply(shop);
  const { rows } = shop.sandbox.control.client().orders;
  const [there] = rows.values();
  if (!there) return expect.unreachable('it arrived');
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  // It waits there for its intake, so that nobody finds it, and no list has it.
  rows.delete(there.id);
  shop.sandbox.control.faults.clear();
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'read_order_changes', kind: '500', probability: 1 });
  await shop.engine.passTime();
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', cancelled_at: null, cancel_outcome: 'pending' });
  rows.set(there.id, there);
  await endFaults(shop);
  expect([warehouseOrders(shop), await shop.order('1001')]).toMatchObject([
    [{ status: 'cancelled' }],
    { order_status: 'cancelled', issues: [] },
  ]);
});

test('whoever has it sent at once does not cut the time for its intake short', async () => {
  const { shop, id } = await inDoubt();
  await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  await endFaults(shop);
  for (let look = 0; look < 4; look++) {
    await own.sql(`update outbox set due_at = now() where account_id = $1 and kind = 'submit'`, [shop.accountId]);
    await shop.flow();
  }
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', cancelled_at: null });
});

const ofSubmit = (sql: string, shop: Shop) =>
  own.sql(`update outbox set ${sql} where account_id = $1 and kind = 'submit'`, [shop.accountId]);
/** The warehouse said long ago that it does not have it. */
const longMissing = `missing_since = now() - interval '1 day'`;

test('what a worker may have sent again before it was killed has its own time for its intake', async () => {
  const { shop, id } = await inDoubt();
  await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  await endFaults(shop);
  await ofSubmit(`${longMissing}, state = 'sending', lease_token = gen_random_uuid(), lease_until = now()`, shop);
  await shop.engine.passTime();
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', cancelled_at: null });
});

test('what was sent again until nobody tried any longer has its own time for its intake', async () => {
  const { shop, id } = await inDoubt();
  await ofSubmit(`${longMissing}, attempts = 14`, shop);
  await shop.engine.passTime();
  await own.sql(`update connections set failures_in_a_row = 0 where account_id = $1`, [shop.accountId]);
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ issues: ['retries_exhausted:submit'] });
  await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  await endFaults(shop);
  expect(await shop.order('1001')).toMatchObject({ cancelled_at: null, cancel_outcome: 'pending' });
});

test.each([
  ['refused for now when it is sent again', 'submit_order'],
  ['not looked for, for want of requests,', 'find_order'],
] as const)('what is %s has not arrived, and its time for its intake does not begin anew', async (_, operation) => {
  const { shop } = await inDoubt();
  await ofSubmit(longMissing, shop);
  shop.sandbox.control.faults.clear();
  shop.sandbox.control.faults.add({ target: 'amware', operation, kind: '429', probability: 1 });
  await shop.engine.passTime();
  await shop.flow();
  const effects = await own.sql(
    `select maybe_done, missing_since < now() - interval '1 day' as long from outbox where account_id = $1 and kind = 'submit'`,
    [shop.accountId],
  );
  expect(effects).toEqual([{ maybe_done: true, long: true }]);
});

test('a wait for its intake is no attempt that failed', async () => {
  const { shop, id } = await inDoubt();
  await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  await ofSubmit('attempts = 14', shop);
  await own.sql(`update connections set failures_in_a_row = 0 where account_id = $1`, [shop.accountId]);
  await endFaults(shop);
  expect(await shop.order('1001')).toMatchObject({ issues: [], cancel_outcome: 'pending' });
});

test('what a database that was lost may have sent has its own time for its intake', async () => {
  const { shop, id } = await inDoubt();
  await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  await ofSubmit(longMissing, shop);
  await shop.inTenant(doubtWhatWaits);
  await endFaults(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', cancelled_at: null });
});
