import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { startBulk } from '../../../../shared/runs/bulk/start.ts';
import { listOutcomes } from '../../../../shared/runs/queries.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { orderBulk } from '../../../orders/bulk/verbs.ts';
import { settleOrders } from '../../settle.ts';
import { retryOrders } from '../retry.ts';
import { setHold } from './hold.ts';
import { recordHeldAtChannel } from './hold-at-channel.ts';

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
  await shop.inTenant((tenant) => setHold(tenant, ids, { held, ...(until !== undefined && { terms: { until } }) }));
  return ids;
};
const later = async (shop: Shop) => {
  await shop.engine.passTime();
  await shop.engine.runJobs();
};
const there = (shop: Shop) =>
  [...shop.sandbox.control.seller().orders.values()].map(({ orderStatus, holdUntilDate }) => [orderStatus, holdUntilDate]);
/** A person of the shop holds the first order at the channel, until a day of their own. */
function holdThere(shop: Shop): void {
  const seller = shop.sandbox.control.seller();
  const [order] = seller.orders.values();
  seller.change(order as never, { orderStatus: 'on_hold', holdUntilDate: '2027-05-06' });
}
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
  expect(await shop.order('1001')).toMatchObject({ held_at_channel: true, source_state: 'held' });
  await hold(shop, false);
  await later(shop);
  expect(there(shop)[0]?.[0]).toBe('awaiting_shipment');
  // It was read again by itself, and is ready.
  expect(await shop.order('1001')).toMatchObject({ held_at_channel: false, source_state: 'ready' });
});

test('the end of a hold says that the channel holds the order by itself, for one order and for many', async () => {
  const shop = await waiting();
  holdThere(shop);
  await shop.sync();
  const note = 'Its channel holds it. It goes on once the channel releases it.';
  const [id = 0] = await hold(shop, true);
  const { message, left } = await shop.inTenant((tenant) => actOnOrder(tenant, id, 'unhold'));
  expect([message, left]).toEqual([`${(await shop.order('1001')).order_number} is off hold. ${note}`, undefined]);
  await hold(shop, true);
  const { runId } = await shop.inTenant((tenant) => startBulk(tenant, orderBulk, 'unhold', { ids: [id] }));
  await shop.engine.runJobs();
  expect(await shop.inTenant((tenant) => listOutcomes(tenant, runId))).toMatchObject([{ outcome: 'done', reason: note }]);
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

test('what the channel holds by itself is held until its own day, also once the hold here ends', async () => {
  const shop = await waiting();
  holdThere(shop);
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ held_at_channel: false, source_state: 'held' });
  await hold(shop, true, '2027-03-04');
  await later(shop);
  await hold(shop, false);
  await later(shop);
  expect(there(shop)[0]).toEqual(['on_hold', '2027-05-06']);
  expect(await shop.order('1001')).toMatchObject({ on_hold: false, held_at_channel: false, source_state: 'held' });
});

test('a hold that the channel got since it was read keeps its day, and stays there once the hold here ends', async () => {
  const shop = await waiting();
  holdThere(shop);
  await hold(shop, true, '2027-03-04');
  await later(shop);
  expect(there(shop)[0]).toEqual(['on_hold', '2027-05-06']);
  expect(await shop.order('1001')).toMatchObject({ on_hold: true, held_at_channel: false, source_state: 'held' });
  await hold(shop, false);
  await later(shop);
  expect(there(shop)[0]).toEqual(['on_hold', '2027-05-06']);
  expect(await shop.order('1001')).toMatchObject({ on_hold: false, held_at_channel: false, source_state: 'held' });
});

test('a hold that the channel put in place of ours keeps its day once ours ends', async () => {
  const shop = await waiting();
  await hold(shop, true, '2027-03-04');
  await later(shop);
  holdThere(shop);
  await shop.sync();
  await hold(shop, false);
  await later(shop);
  expect(there(shop)[0]).toEqual(['on_hold', '2027-05-06']);
  expect(await shop.order('1001')).toMatchObject({ on_hold: false, held_at_channel: false, source_state: 'held' });
});

test('a hold of ours that is renewed until another day is renewed there, unless the channel put its own in place of it', async () => {
  const shop = await waiting();
  await hold(shop, true, '2027-03-04');
  await later(shop);
  await hold(shop, false);
  await hold(shop, true, '2027-06-20');
  await later(shop);
  expect(there(shop)[0]).toEqual(['on_hold', expect.stringMatching(/^2027-06-(19|20)/)]);
  holdThere(shop);
  await hold(shop, false);
  await hold(shop, true, '2027-07-20');
  await later(shop);
  expect(there(shop)[0]).toEqual(['on_hold', '2027-05-06']);
});

test('the end of a hold that was asked for while the channel was asked ends no hold of its own', async () => {
  const shop = await waiting();
  holdThere(shop);
  const [id = 0] = await hold(shop, true);
  await own.sql(`update outbox set state = 'sending' where order_id = $1`, [id]);
  await hold(shop, false);
  await own.sql(`update outbox set state = 'done' where order_id = $1 and state = 'sending'`, [id]);
  await shop.inTenant((tenant) => recordHeldAtChannel(tenant, 'ShipStation', [{ orderId: id, until: 'its own' }]));
  await later(shop);
  expect([there(shop)[0], calls(shop, 'restore_from_hold')]).toEqual([['on_hold', '2027-05-06'], 0]);
});

/** The channel does this, and its reply is lost. */
async function withoutReply(shop: Shop, operation: 'hold' | 'restore_from_hold', work: () => Promise<unknown>): Promise<void> {
  shop.sandbox.control.faults.add({ target: 'ship_station', operation, kind: 'drop_after_accept', probability: 1 });
  await work();
  await shop.engine.runJobs();
  shop.sandbox.control.faults.clear();
}

test('a release whose reply was lost does not end what the channel held by itself since', async () => {
  const shop = await waiting();
  await hold(shop, true);
  await later(shop);
  await withoutReply(shop, 'restore_from_hold', () => hold(shop, false));
  expect(there(shop)[0]?.[0]).toBe('awaiting_shipment');
  holdThere(shop);
  await later(shop);
  expect(there(shop)[0]).toEqual(['on_hold', '2027-05-06']);
});

test('a lost reply of an earlier hold does not make one that the channel got since ours', async () => {
  const shop = await waiting();
  await withoutReply(shop, 'hold', () => hold(shop, true));
  await later(shop);
  await hold(shop, false);
  await later(shop);
  holdThere(shop);
  await hold(shop, true, '2027-03-04');
  await later(shop);
  expect(there(shop)[0]).toEqual(['on_hold', '2027-05-06']);
});

test('a renewal whose reply was lost is still ours', async () => {
  const shop = await waiting();
  await hold(shop, true, '2027-03-04');
  await later(shop);
  await hold(shop, false);
  await withoutReply(shop, 'hold', () => hold(shop, true, '2027-06-20'));
  await later(shop);
  expect(await shop.order('1001')).toMatchObject({ on_hold: true, held_at_channel: true });
});

test('a renewal whose reply was lost is ended with the hold here', async () => {
  const shop = await waiting();
  await hold(shop, true, '2027-03-04');
  await later(shop);
  await hold(shop, false);
  await withoutReply(shop, 'hold', () => hold(shop, true, '2027-06-20'));
  expect(there(shop)[0]).toEqual(['on_hold', expect.stringMatching(/^2027-06-(19|20)/)]);
  await hold(shop, false);
  await later(shop);
  expect(there(shop)[0]?.[0]).toBe('awaiting_shipment');
  expect(await shop.order('1001')).toMatchObject({ on_hold: false, held_at_channel: false, source_state: 'ready' });
});

test('holds of many orders leave room for shipments to be confirmed', async () => {
  const shop = await waiting();
  const ids = await hold(shop, true, undefined, ['1001', '1002']);
  const rows = await own.sql<{ wait: number }>(
    `select round(extract(epoch from due_at - created_at))::int as wait from outbox where account_id = $1 and order_id = any($2) order by id`,
    [shop.accountId, ids],
  );
  expect(rows.map(({ wait }) => wait)).toEqual([0, 6]);
});

test('a channel that refuses says why, and the order stays on hold here', async () => {
  const shop = await waiting();
  shop.sandbox.control.faults.add({ target: 'ship_station', operation: 'hold', kind: 'refused_as_200', times: 1 });
  await hold(shop, true);
  await later(shop);
  const order = await shop.order('1001');
  expect(order).toMatchObject({ on_hold: true, held_at_channel: false });
  expect(order.issues).toContain('hold_refused:hold_at_channel');
});

test('a hold that is taken back before it left is never sent', async () => {
  const shop = await waiting();
  await hold(shop, true);
  await hold(shop, false);
  await later(shop);
  expect([calls(shop, 'hold'), calls(shop, 'restore_from_hold')]).toEqual([0, 0]);
  expect(await shop.order('1001')).toMatchObject({ on_hold: false, held_at_channel: false, issues: ['unmapped_shipping:ups_ground'] });
});

test('a hold of which nobody knows whether it was done is released', async () => {
  const shop = await waiting();
  shop.sandbox.control.faults.add({ target: 'ship_station', operation: 'hold', kind: 'drop_after_accept', probability: 1 });
  await hold(shop, true);
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ held_at_channel: false });
  expect(there(shop)[0]?.[0]).toBe('on_hold');
  await hold(shop, false);
  await later(shop);
  expect(there(shop)[0]?.[0]).toBe('awaiting_shipment');
  expect(calls(shop, 'hold')).toBe(1);
});

test('what the channel released itself needs no release, and nobody is told of a refusal', async () => {
  const shop = await waiting();
  await hold(shop, true);
  await later(shop);
  const [order] = shop.sandbox.control.seller().orders.values();
  shop.sandbox.control.seller().change(order as never, { orderStatus: 'awaiting_shipment', holdUntilDate: null });
  await hold(shop, false);
  await later(shop);
  expect(calls(shop, 'restore_from_hold')).toBe(1);
  expect(await shop.order('1001')).toMatchObject({ held_at_channel: false, issues: ['unmapped_shipping:ups_ground'] });
});

async function refused() {
  const shop = await waiting();
  shop.sandbox.control.faults.add({ target: 'ship_station', operation: 'hold', kind: 'refused_as_200', times: 1 });
  const [id = 0] = await hold(shop, true);
  await later(shop);
  expect((await shop.order('1001')).sentences).toContainEqual(expect.stringMatching(/^ShipStation did not hold the order: /));
  return { ...shop, id };
}

test('a refused hold is over when the order is taken off hold', async () => {
  const shop = await refused();
  await hold(shop, false);
  await later(shop);
  expect((await shop.order('1001')).issues).toEqual(['unmapped_shipping:ups_ground']);
  await shop.inTenant((tenant) => retryOrders(tenant, [shop.id]));
  await later(shop);
  expect(calls(shop, 'hold') + calls(shop, 'restore_from_hold')).toBe(1);
});

test('a refused hold is over when the order is', async () => {
  const shop = await refused();
  await own.sql(`update orders set on_hold = false, confirmed_at = now() where id = $1`, [shop.id]);
  await shop.inTenant((tenant) => settleOrders(tenant, [shop.id]));
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', issues: ['unmapped_shipping:ups_ground'], open_issues: 1 });
});

test('hundreds of orders that are put on hold and taken off while holds are being sent end as the last one said', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  shop.sell(...Array.from({ length: 240 }, (_, at) => ({ orderNumber: `${2000 + at}` })));
  await shop.read('orders');
  const ids = (await shop.orders()).map(({ id }) => id);
  const start = (action: 'hold' | 'unhold') => shop.inTenant((tenant) => startBulk(tenant, orderBulk, action, { ids }));
  await start('hold');
  await shop.engine.runJobs();
  await start('unhold');
  // The holds that are due are sent while the other run takes their orders off hold. The channel allows forty requests a minute.
  const waiting = `select from outbox where account_id = $1 and state in ('waiting', 'sending')`;
  for (let minute = 0; minute < 20 && (await own.sql(waiting, [shop.accountId])).length > 0; minute++) await later(shop);
  const orders = await shop.orders();
  expect(await own.sql('select from orders where account_id = $1 and (on_hold or held_at_channel)', [shop.accountId])).toEqual([]);
  expect(new Set(orders.flatMap(({ issues }) => issues))).toEqual(new Set(['unmapped_shipping:ups_ground']));
  expect(new Set(there(shop).map(([status]) => status))).toEqual(new Set(['awaiting_shipment']));
  expect(calls(shop, 'restore_from_hold')).toBeLessThanOrEqual(calls(shop, 'hold'));
});
