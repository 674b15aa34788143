import { expect, test } from 'vitest';
import { theirWords } from '../../../../../connectors/http/reasons.ts';
import type { Shop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { eventsInWords } from '../../../../../test/in-words.ts';
import { asking, asks, decision, noLonger, taken } from '../../../../../test/shop/asking.ts';
import { vendorOrder } from '../../../../../test/shop/vendor.ts';
import { retryOrders } from '../retry.ts';

const own = testDatabase();

/** A decision that a worker was sending when it was killed. */
async function killed(shop: Shop, vendorId: number) {
  await own.sql(
    `update outbox set state = 'sending', attempts = 1, lease_token = gen_random_uuid(), lease_until = now() - interval '1 minute'
    where account_id = $1 and kind = 'decide_cancel'`,
    [shop.accountId],
  );
  await own.sql(`update connections set state = 'active' where id = $1`, [vendorId]);
  await shop.engine.passTime();
  await shop.flow();
}

test.each([
  ['was not told', taken],
  ['was told', noLonger],
])('a worker that is killed between the decision and its telling loses nothing: the channel %s', async (_, reply) => {
  const { read, decisions, detail, vendor, shop } = await asking(own);
  await read(vendorOrder('1', { state: 'held' }));
  vendor.decide = () => ({ ok: false, failure: { kind: 'retry', at: new Date(), reason: theirWords('Busy.'), maybeDone: true } });
  await read(vendorOrder('1', asks));
  expect((await detail()).cancel_request).toMatchObject({ outcome: 'accepted', reply: null });
  vendor.decide = () => reply;
  vendor.asked.length = 0;
  await killed(shop, vendor.id);
  expect(decisions()).toEqual([decision('accepted')]);
  expect((await detail()).cancel_request).toMatchObject({ reply: 'told' });
});

test('a request that the channel took back after the decision is over', async () => {
  const { read, detail, vendor } = await asking(own);
  vendor.decide = () => noLonger;
  await read(vendorOrder('1', asks));
  expect((await detail()).cancel_request).toMatchObject({ outcome: 'accepted', reply: 'over' });
});

test('a decision that was not told is not told any more when the order goes on', async () => {
  const { read, order, decisions, vendor, shop } = await asking(own);
  vendor.decide = () => ({ ok: false, failure: { kind: 'rejected', code: 'other', reason: theirWords('Closed on Sundays.') } });
  await read(vendorOrder('1', asks));
  expect(await order()).toMatchObject({ issues: ['rejected_by_channel:decide_cancel'] });
  await read(vendorOrder('1'));
  vendor.decide = () => taken;
  vendor.asked.length = 0;
  const { id } = await order();
  await shop.inTenant((tenant) => retryOrders(tenant, [id]));
  await shop.flow();
  expect(decisions()).toEqual([]);
  expect(await order()).toMatchObject({ order_status: 'packing', issues: [] });
});

test('a channel that refuses the decision says why, and is told when a person tries again', async () => {
  const { read, order, detail, vendor, shop } = await asking(own);
  vendor.decide = () => ({ ok: false, failure: { kind: 'rejected', code: 'other', reason: theirWords('Closed on Sundays.') } });
  await read(vendorOrder('1', asks));
  expect(await order()).toMatchObject({ order_status: 'cancelled', issues: ['rejected_by_channel:decide_cancel'] });
  expect((await order()).sentences).toEqual(['Some vendor did not take the decision about its request to cancel: Closed on Sundays.']);
  vendor.decide = () => taken;
  const { id } = await order();
  await shop.inTenant((tenant) => retryOrders(tenant, [id]));
  await shop.engine.runJobs();
  expect(await order()).toMatchObject({ issues: [] });
  expect((await detail()).cancel_request).toMatchObject({ reply: 'told' });
});

test('a channel that cannot be told has a person reply there, until they have or it no longer asks', async () => {
  const { read, order, detail, vendor, act } = await asking(own);
  vendor.decide = null;
  await read(vendorOrder('1', asks));
  expect((await order()).sentences).toEqual([
    'Some vendor asks to cancel this order, and nothing of it leaves. Some vendor cannot be told from here: cancel it there.',
  ]);
  expect((await detail()).issues).toMatchObject([{ remedy: 'mark_replied', blocking: false }]);
  await act('mark-replied');
  expect(await order()).toMatchObject({ issues: [] });
  await expect(act('mark-replied')).rejects.toThrow('No request to cancel this order waits for a reply.');
  await read(vendorOrder('2', asks));
  expect(await order('N-2')).toMatchObject({ issues: ['cancel_reply:cancel_request'] });
  await read(vendorOrder('2', { state: 'cancelled' }));
  expect(await order('N-2')).toMatchObject({ order_status: 'cancelled', issues: [] });
});

/** The warehouse has the order, and cannot be asked to cancel it. */
async function silent() {
  const made = await asking(own, { cancelWins: 'always' });
  await made.read(vendorOrder('1'));
  made.shop.sandbox.control.faults.add({ target: 'amware', operation: 'cancel_order', kind: '500', probability: 1 });
  await made.read(vendorOrder('1', asks));
  expect(made.decisions()).toEqual([]);
  return made;
}

test('a person who knows it from the warehouse accepts, and the channel is told', async () => {
  const { act, decisions, order, shop } = await silent();
  await act('accept-cancel');
  expect(decisions()).toEqual([decision('accepted')]);
  expect(await order()).toMatchObject({ order_status: 'cancelled', issues: [] });
  const events = await own.sql<{ sentence: object }>(`select sentence from order_events where account_id = $1 and kind = 'decided'`, [
    shop.accountId,
  ]);
  expect(eventsInWords(events)).toEqual([{ sentence: 'Decided: nothing of it leaves. Cancelled.' }]);
  await expect(act('refuse-cancel')).rejects.toThrow('No request to cancel this order waits for a decision.');
});

test('a person who knows it from the warehouse says that it is too late; a cancellation after that is for a person', async () => {
  const { act, decisions, order, shop } = await silent();
  await act('refuse-cancel');
  expect(decisions()).toEqual([decision('too_late')]);
  expect(await order()).toMatchObject({ order_status: 'packing', cancel_outcome: 'too_late', issues: [] });
  const { desk, orders } = shop.sandbox.control.client();
  for (const row of orders.rows.values()) desk.cancel(row);
  await shop.flow();
  expect((await order()).sentences).toEqual([
    'Some vendor was told that it is too late to cancel this order, and the warehouse has cancelled it since: nothing of it leaves. Cancel it in Some vendor.',
  ]);
});
