import { expect, test } from 'vitest';
import { wordedWith } from '../../test/worded.ts';
import type { Warehouse } from '../contract.ts';
import { had } from '../contract-suite/opened.ts';
import type { EdgeReply, EdgeRequest } from '../scripted-edge.ts';
import type { Vendor } from './edge.ts';
import { anOrder, openVendor } from './opened-by-tests.ts';
import { open, order, orderItem, saved } from './sample.ts';

/** What somebody at the 3PL does to order 51 just before the first write of ours. */
function meanwhile(write: 'PUT' | 'POST', act: (vendor: Vendor) => EdgeReply | undefined) {
  let done = false;
  return ({ method, path }: EdgeRequest, vendor: Vendor) => {
    if (done || method !== write || !path.startsWith('/orders/51')) return undefined;
    done = true;
    return act(vendor);
  };
}
const change = (readOnly: object) => (vendor: Vendor) => {
  Object.assign(vendor.orders[0]?.readOnly ?? {}, readOnly);
  return undefined;
};
const refusal = (ErrorCode: string) => ({
  status: 403,
  json: { $type: 'WMS.V2.Generic.Models.Exceptions.OperationException, WMS', ErrorCode },
});

test('a replacement keeps what it does not say, and the ids of lines that stay', async () => {
  const items = [orderItem(510, 'MUG', 6), orderItem(511, 'CUP', 1)];
  const { warehouse, vendor, edge } = await openVendor({ orders: [order(51, { customField: 'theirs' }, items)] });
  const lines = [
    { lineReference: 'line-510', sku: 'MUG', quantity: 2 },
    { lineReference: 'line-9', sku: 'POT', quantity: 1 },
  ];
  expect(had(await warehouse.replaceOrder?.('51', anOrder({ reference: 'order-51', lines })))).toMatchObject({
    lines: lines.map((line) => line),
  });
  const sent = JSON.parse(edge.requests.find(({ method }) => method === 'PUT')?.body ?? '');
  expect(sent).toMatchObject({ customField: 'theirs', referenceNum: 'order-51', notes: 'Leave it' });
  expect(sent.orderItems).toMatchObject([{ readOnly: { orderItemId: 510 }, qty: 2 }, { itemIdentifier: { sku: 'POT' } }]);
  expect(sent.orderItems[1].readOnly).toBeUndefined();
  expect(vendor.orders[0]).toMatchObject({ poNum: 'SO-99, 100-7' });
});

test('412: nothing was done, the call is made again, and what the order is by then decides', async () => {
  const changed = { kind: 'retry', maybeDone: false, changed: true };
  const stillOpen = await openVendor({ before: meanwhile('PUT', change({ lastModifiedDate: '2026-11-20T12:00:00' })) });
  expect(await stillOpen.warehouse.replaceOrder?.('51', anOrder())).toMatchObject({ ok: false, failure: changed });
  expect(stillOpen.vendor.orders[0]).toMatchObject({ poNum: 'SO-51' });
  had(await stillOpen.warehouse.replaceOrder?.('51', anOrder()));

  const picked = await openVendor({ before: meanwhile('PUT', change({ pickStarted: true })) });
  expect(await picked.warehouse.replaceOrder?.('51', anOrder())).toMatchObject({ ok: false, failure: changed });
  const tooLate = { kind: 'rejected', code: 'too_late', reason: wordedWith('The order 51 is picking there') };
  expect(await picked.warehouse.replaceOrder?.('51', anOrder())).toMatchObject({ ok: false, failure: tooLate });
  expect(picked.vendor.orders[0]).toMatchObject({ poNum: 'SO-51' });
});

test.each([401, 429, 500])('what was written may be done although the order cannot be read again, because of a %i', async (status) => {
  const writing = async (write: (warehouse: Warehouse) => unknown) => {
    const { warehouse, edge } = await openVendor({
      before: ({ method, path }) => (method === 'GET' && path === '/orders/51' && isWritten() ? { status, json: {} } : undefined),
    });
    const isWritten = () => edge.requests.some(({ method }) => method === 'PUT');
    return write(warehouse);
  };
  const failure = { kind: 'retry', maybeDone: true };
  expect(await writing(({ replaceOrder }) => replaceOrder?.('51', anOrder()))).toMatchObject({ ok: false, failure });
  expect(await writing(({ setHold }) => setHold?.('51', true, 'wait'))).toMatchObject({ ok: false, failure });
});

test('a 3PL that keeps lines which a replacement leaves out is not believed', async () => {
  const { warehouse } = await openVendor({
    before: ({ method, path }) => (method === 'PUT' && path === '/orders/51' ? { json: {} } : undefined),
  });
  const lines = [{ lineReference: 'line-9', sku: 'POT', quantity: 1 }];
  const failure = { kind: 'rejected', code: 'other', reason: wordedWith('it has these lines now: 6 × MUG') };
  expect(await warehouse.replaceOrder?.('51', anOrder({ lines }))).toMatchObject({ ok: false, failure });
});

test('a 3PL that keeps another address is not believed; one that writes it in its own way is', async () => {
  const kept = (changes: object) => ({
    before({ method, path, body }: EdgeRequest, { orders: [first] }: Vendor) {
      if (method !== 'PUT' || path !== '/orders/51' || !first) return undefined;
      Object.assign(first, saved(JSON.parse(body)), { shipTo: { ...first.shipTo, ...changes } });
      return { json: {} };
    },
  });
  const failure = { kind: 'rejected', code: 'other', reason: wordedWith('its address is not the one that was sent') };
  for (const former of [{ address1: '9 Old Road' }, { companyName: 'Old Mills Ltd' }]) {
    const moved = await openVendor(kept(former));
    expect(await moved.warehouse.replaceOrder?.('51', anOrder())).toMatchObject({ ok: false, failure });
  }
  const written = await openVendor(kept({ address1: '12  MILL LANE', city: 'LEEDS', zip: 'ls14dy' }));
  had(await written.warehouse.replaceOrder?.('51', anOrder()));
});

test('a replacement for another building is refused before it is sent', async () => {
  const { warehouse, edge } = await openVendor();
  const failure = { kind: 'rejected', code: 'invalid', reason: wordedWith('The order 51 is in the facility Reno') };
  expect(await warehouse.replaceOrder?.('51', anOrder({ warehouseId: '3' }))).toMatchObject({ ok: false, failure });
  expect(edge.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('a version is needed to change anything', async () => {
  const { warehouse, edge } = await openVendor({
    before: ({ method, path }) => (method === 'GET' && path === '/orders/51' ? { json: order(51) } : undefined),
  });
  expect(await warehouse.requestCancel('51', 'Gone')).toMatchObject({ ok: false, failure: { reason: wordedWith('without its ETag') } });
  expect(edge.requests.filter(({ path }) => path.endsWith('/canceler'))).toEqual([]);
});

test('an open order is cancelled with a reason, once', async () => {
  const { warehouse, edge, vendor } = await openVendor();
  expect(had(await warehouse.requestCancel('51', 'Gone'))).toBe('cancelled');
  expect(had(await warehouse.requestCancel('51', 'Gone'))).toBe('cancelled');
  const cancels = edge.requests.filter(({ path }) => path === '/orders/51/canceler');
  expect(cancels.map(({ body }) => JSON.parse(body))).toEqual([{ reason: 'Gone' }]);
  expect(vendor.orders[0]).toMatchObject({ readOnly: { status: 2 } });
});

test.each([
  ['picking began', (vendor: Vendor) => change({ pickStarted: true })(vendor) ?? refusal('InUse'), 'too_late'],
  ['it was confirmed', (vendor: Vendor) => change({ status: 1, isClosed: true })(vendor) ?? refusal('OrderConfirmed'), 'too_late'],
  ['somebody cancelled it', (vendor: Vendor) => change({ status: 2 })(vendor) ?? refusal('OrderCanceled'), 'cancelled'],
])('a cancellation that is refused because %s says what became of the order', async (_why, act, outcome) => {
  const { warehouse } = await openVendor({ before: meanwhile('POST', act) });
  expect(had(await warehouse.requestCancel('51', 'Gone'))).toBe(outcome);
});

test('a cancellation that is refused for no reason that the order shows stays a refusal', async () => {
  const { warehouse } = await openVendor({ before: meanwhile('POST', () => refusal('DateBeforeFreeze')) });
  expect(await warehouse.requestCancel('51', 'Gone')).toMatchObject({
    ok: false,
    failure: { kind: 'rejected', reason: wordedWith('DateBeforeFreeze') },
  });
});

test('nothing is cancelled of what is off the shelf', async () => {
  for (const state of [{ packStarted: true }, { pickDoneDate: '2026-11-20T11:00:00' }, { status: 1, isClosed: true }]) {
    const { warehouse, edge } = await openVendor({ orders: [order(51, { readOnly: { ...open(51), ...state } })] });
    expect(had(await warehouse.requestCancel('51', 'Gone'))).toBe('too_late');
    expect(edge.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/orders'))).toEqual([]);
  }
});

test('an order is held with a reason; what the order says afterwards is what came of it', async () => {
  const { warehouse, edge } = await openVendor();
  expect(had(await warehouse.setHold?.('51', true, 'The buyer asked'))).toBe('done');
  expect(edge.requests.find(({ path }) => path === '/orders/orderholder')?.query.get('holdReason')).toBe('The buyer asked');
});

/** The reply of a 200 that did nothing. */
const ignored = { json: { heldOrderIds: [], exceptions: { message: 'ListException: 1', faults: [{ entryNumber: 1 }] } } };
const atHold = (reply: EdgeReply) => ({ before: ({ path }: EdgeRequest) => (path === '/orders/orderholder' ? reply : undefined) });

test.each([
  ['a hold that is ignored', true, ignored, 'did not hold the order 51 and says “ListException: 1”'],
  ['a release that is ignored', false, ignored, 'still holds the order 51 and says “ListException: 1”'],
  ['a hold that is refused for now', true, refusal('InUse'), 'InUse'],
  ['a release that is refused for now', false, refusal('InUse'), 'InUse'],
])('%s while the order is open is a refusal that a person sees', async (_what, held, reply, words) => {
  const onHoldDate = held ? null : '2026-11-20T10:00:00';
  const { warehouse } = await openVendor({ orders: [order(51, { readOnly: { ...open(51), onHoldDate } })], ...atHold(reply) });
  const failure = { kind: 'rejected', code: 'other', reason: wordedWith(words) };
  expect(await warehouse.setHold?.('51', held, 'The buyer asked')).toMatchObject({ ok: false, failure });
});

test.each([
  ['packed', true, { packStarted: true }, ignored],
  ['closed', true, { status: 1, isClosed: true }, refusal('OrderConfirmed')],
  ['closed while it was held', false, { status: 1, isClosed: true, onHoldDate: '2026-11-20T10:00:00' }, ignored],
])('it is too late for an order that is %s', async (_what, held, state, reply) => {
  const { warehouse } = await openVendor({ orders: [order(51, { readOnly: { ...open(51), ...state } })], ...atHold(reply) });
  expect(had(await warehouse.setHold?.('51', held, 'Too late'))).toBe('too_late');
});

test('a release that is refused because nothing holds the order is done', async () => {
  const { warehouse } = await openVendor(atHold(refusal('InUse')));
  expect(had(await warehouse.setHold?.('51', false, ''))).toBe('done');
});
