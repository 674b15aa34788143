import { expect, test } from 'vitest';
import type { ChannelOrder, Result } from '../../../../../connectors/contract.ts';
import { theirWords } from '../../../../../connectors/http/reasons.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { eventsInWords } from '../../../../../test/in-words.ts';
import { doneOrLockWait } from '../../../../../test/lock-waits.ts';
import { asking as askingShop, asks as asksBack, noLonger, taken } from '../../../../../test/shop/asking.ts';
import { vendorOrder } from '../../../../../test/shop/vendor.ts';
import { requestCancel } from '../holding/cancel.ts';
import { retryOrders } from '../retry.ts';

const own = testDatabase();

const asks = { shipRequest: { id: 'q-1', handle: 'h-1' } };
const line = vendorOrder('1').lines[0] as ChannelOrder['lines'][0];
const unknown = { ...asks, lines: [{ ...line, sku: 'NOT-LINKED' }] };
const named = { remoteOrderId: '1', requestId: 'q-1', handle: 'h-1' };
const busy: Result<null> = { ok: false, failure: { kind: 'retry', at: new Date(), reason: theirWords('Busy.'), maybeDone: true } };
const closed: Result<null> = { ok: false, failure: { kind: 'rejected', code: 'other', reason: theirWords('Closed on Sundays.') } };

async function asking() {
  const opened = await askingShop(own);
  const { vendor, shop } = opened;
  const told = () => vendor.asked.flatMap(({ name, what }) => (name === 'decideShip' ? [what] : []));
  const cancel = async () => {
    const { id } = await opened.order();
    await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
    await shop.flow();
  };
  const retry = async () => {
    const { id } = await opened.order();
    await shop.inTenant((tenant) => retryOrders(tenant, [id]));
    await shop.flow();
  };
  const history = async () => {
    const { id } = await opened.order();
    const rows = await own.sql(`select sentence from order_events where account_id = $1 and order_id = $2 order by id`, [
      shop.accountId,
      id,
    ]);
    return eventsInWords(rows).map(({ sentence }) => sentence);
  };
  return { ...opened, told, cancel, retry, history };
}

test('what a channel asks us to ship is accepted once, as soon as it is stored, whatever keeps it here', async () => {
  const { read, told, order, history } = await asking();
  await read(vendorOrder('1', unknown));
  expect(await order()).toMatchObject({ order_status: 'error', issues: ['unmapped_sku:NOT-LINKED'] });
  expect(told()).toEqual([{ ...named, decision: 'accepted' }]);
  expect(await history()).toContain('Some vendor asked for it to be shipped from here, and was told that it is.');
  await read(vendorOrder('1', unknown));
  await read(vendorOrder('1', { ...unknown, note: 'Changed' }));
  expect(told()).toHaveLength(1);
});

test('an order that a person cancels is declined with what kept it here', async () => {
  const { read, told, cancel, history, shop } = await asking();
  await read(vendorOrder('1', unknown));
  await cancel();
  expect(told().slice(1)).toEqual([
    { ...named, decision: 'declined', why: 'unknown_sku', message: expect.stringMatching(/^Cancelled in Crossdock\. .*NOT-LINKED/) },
  ]);
  expect(await history()).toContain('Some vendor was told that it is not shipped from here.');
  const kinds = await own.sql(`select distinct kind from order_events where account_id = $1 and sentence ->> 'code' like 'ship_decline%'`, [
    shop.accountId,
  ]);
  // Nobody asked to cancel it: it is no reply to that.
  expect(kinds).toEqual([{ kind: 'decided' }]);
});

test('one that is asked for again after it was cancelled is declined again, and accepted by nobody', async () => {
  const { read, told, cancel, vendor } = await asking();
  await read(vendorOrder('1', unknown));
  await cancel();
  vendor.asked.length = 0;
  await read(vendorOrder('1', { ...unknown, shipRequest: { id: 'q-2', handle: 'h-2' } }));
  expect(told()).toMatchObject([{ requestId: 'q-2', decision: 'declined', why: 'unknown_sku' }]);
});

test('an acceptance that was not told is not told once the order is cancelled', async () => {
  const { read, told, cancel, vendor, shop } = await asking();
  vendor.decideShip = () => busy;
  await read(vendorOrder('1', unknown));
  vendor.decideShip = () => taken;
  vendor.asked.length = 0;
  await cancel();
  await shop.engine.passTime();
  await shop.flow();
  expect(told()).toMatchObject([{ decision: 'declined' }]);
});

test.each([
  ['was not told', taken],
  ['was told', noLonger],
])('a worker that is killed while it declines loses nothing: the channel %s', async (_, reply) => {
  const { read, told, cancel, vendor, shop, history } = await asking();
  await read(vendorOrder('1', unknown));
  vendor.decideShip = () => busy;
  await cancel();
  await own.sql(
    `update outbox set state = 'sending', attempts = 1, lease_token = gen_random_uuid(), lease_until = now() - interval '1 minute'
    where account_id = $1 and kind = 'decide_ship' and state <> 'done'`,
    [shop.accountId],
  );
  await own.sql(`update connections set state = 'active' where id = $1`, [vendor.id]);
  vendor.decideShip = () => reply;
  vendor.asked.length = 0;
  await shop.engine.passTime();
  await shop.flow();
  expect(told()).toMatchObject([{ decision: 'declined' }]);
  expect(await history()).toContain('Some vendor was told that it is not shipped from here.');
});

test('a refusal is an issue that keeps nothing, and is mended by a retry', async () => {
  const { read, retry, order, told, vendor } = await asking();
  vendor.decideShip = () => closed;
  await read(vendorOrder('1', asks));
  expect(await order()).toMatchObject({ order_status: 'packing', issues: ['rejected_by_channel:decide_ship'] });
  expect((await order()).sentences).toEqual(['Some vendor did not take the reply to its request to ship: Closed on Sundays.']);
  vendor.decideShip = () => taken;
  await retry();
  expect(told()).toHaveLength(2);
  expect(await order()).toMatchObject({ order_status: 'packing', issues: [] });
});

test('what the channel cancels itself, or asks to cancel, is not declined', async () => {
  const { read, told, order, vendor } = await asking();
  await read(vendorOrder('1', asks), vendorOrder('2', { ...asks, state: 'held' }));
  vendor.asked.length = 0;
  await read(vendorOrder('1', { state: 'cancelled' }), vendorOrder('2', asksBack));
  expect((await order('N-2')).order_status).toBe('cancelled');
  expect(told()).toEqual([]);
});

test('what is asked for again while somebody cancels its order is declined, and not accepted', async () => {
  const { read, told, order, shop } = await asking();
  await read(vendorOrder('1', { lines: unknown.lines }));
  const { id } = await order();
  let reading: Promise<void> | undefined;
  await shop.inTenant(async (tenant) => {
    await requestCancel(tenant, [id], null);
    reading ??= read(vendorOrder('1', unknown));
    await doneOrLockWait(own, reading);
  });
  await reading;
  await shop.flow();
  expect(told()).toMatchObject([{ decision: 'declined' }]);
});

test('an order that is declined while its acceptance is on its way is declined after that', async () => {
  const { read, told, cancel, vendor, shop } = await asking();
  vendor.decideShip = () => busy;
  await read(vendorOrder('1', unknown));
  await own.sql(
    `update outbox set state = 'sending', attempts = 1, lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute'
    where account_id = $1 and kind = 'decide_ship'`,
    [shop.accountId],
  );
  await own.sql(`update connections set state = 'active', blocked_until = null where id = $1`, [vendor.id]);
  vendor.decideShip = () => taken;
  vendor.asked.length = 0;
  await cancel();
  expect(told()).toEqual([]);
  await shop.engine.passTime();
  await shop.flow();
  expect(told()).toMatchObject([{ decision: 'declined' }]);
});

test('an order that its channel opens again before it could be declined is not declined, until it is cancelled again', async () => {
  const { read, told, cancel, vendor, shop } = await asking();
  await read(vendorOrder('1', unknown));
  vendor.decideShip = () => busy;
  await cancel();
  await read(vendorOrder('1', { ...unknown, state: 'cancelled' }));
  await read(vendorOrder('1', { ...unknown, state: 'waiting' }));
  vendor.decideShip = () => taken;
  vendor.asked.length = 0;
  await shop.engine.passTime();
  await shop.flow();
  expect(told()).toEqual([]);
  await cancel();
  expect(told()).toMatchObject([{ decision: 'declined' }]);
});
