import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordedWith } from '../../test/worded.ts';
import { wordReason } from '../reasons.ts';
import { displayStatus } from './statuses.ts';
import { money, type RawOrder, translateOrder } from './translate-order.ts';

const zone = 'America/New_York';
const head = {
  ...{
    id: '501',
    tranid: 'SO501',
    status: 'B',
    day: '2026-11-19',
    modified: '2026-11-20 10:00:00',
    entity: '31',
    email: 'buyer@example.com',
  },
  ...{ otherrefnum: 'PO-9', memo: 'Ring twice', foreigntotal: '37.6', shipdate: '2026-11-25', shippingaddress: '501', currency: 'USD' },
  ...{ location: '11', locationname: 'Hebron KY', subsidiary: '1' },
};
const mug = {
  transaction: '501',
  id: '1',
  item: '7',
  itemtype: 'InvtPart',
  sku: 'MUG',
  name: 'A mug',
  upc: '40001',
  quantity: '-3',
  foreignamount: '-30',
  each: '1',
  closed: 'F',
  location: '11',
};
const cup = { ...mug, id: '4', sku: 'CUP', name: 'A cup', quantity: '-2', foreignamount: '-.6' };
const postage = { transaction: '501', id: '9', item: '21', itemtype: 'ShipItem', foreignamount: '-5' };
const discount = { transaction: '501', id: '8', itemtype: 'Discount', memo: 'Welcome', foreignamount: '1', rate: '-10.0%' };
const raw = (changes: Partial<RawOrder> = {}): RawOrder => ({
  ...{ head, lines: [mug, cup, discount, postage], customer: { id: '31', altname: 'Alex Doe' }, others: [] },
  address: {
    nkey: '501',
    attention: 'Alex',
    addressee: 'Doe Ltd',
    addr1: '1 Main Street',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    country: 'US',
    addrphone: '512',
  },
  shipment: { doc: '501', shippingmethod: '21', methodname: 'UPS Ground' },
  ...changes,
});
const recordOf = (order: RawOrder) => {
  const translated = translateOrder(order, zone);
  if (!translated.ok) throw new Error(wordReason(translated.unreadable.reason));
  return translated.record;
};
const reasonOf = (order: RawOrder) => {
  const translated = translateOrder(order, zone);
  return translated.ok ? null : translated.unreadable;
};

test('a sales order, whole', () => {
  expect(recordOf(raw())).toMatchObject({
    ...{ remoteId: '501', number: 'SO501', sourceStatus: 'Pending Fulfillment', state: 'ready', currency: 'USD', poNumber: 'PO-9' },
    ...{ orderedAt: new Date('2026-11-19T05:00:00Z'), modifiedAt: new Date('2026-11-20T15:00:00Z'), note: 'Ring twice' },
    details: { warehouse: 'Hebron KY', shipBy: '2026-11-26T04:59:59.000Z' },
    store: { id: '1', name: null },
    customer: { id: '31', name: 'Alex Doe', email: 'buyer@example.com', phone: '512' },
    shipTo: {
      name: 'Alex',
      company: 'Doe Ltd',
      line1: '1 Main Street',
      line2: null,
      city: 'Austin',
      state: 'TX',
      postalCode: '78701',
      country: 'US',
    },
    shipping: { code: 'UPS Ground', description: 'UPS Ground' },
    totals: { shipping: '5.00', tax: '3.00', total: '37.60' },
    lines: [
      { remoteLineId: '1', sku: 'MUG', name: 'A mug', quantity: 3, unitPrice: '10.00', isCharge: false, upc: '40001', location: '11' },
      { remoteLineId: '4', sku: 'CUP', quantity: 2, unitPrice: '0.30' },
      { remoteLineId: '8', name: 'Welcome', quantity: 1, unitPrice: '-1.00', isCharge: true },
    ],
  });
});

test('the time of an order is when it was entered, if that was on its day', () => {
  const at = (created: string) => recordOf(raw({ head: { ...head, created } })).orderedAt;
  expect(at('2026-11-19 14:30:00')).toEqual(new Date('2026-11-19T19:30:00Z'));
  expect(at('2026-11-20 09:00:00')).toEqual(new Date('2026-11-19T05:00:00Z'));
});

test('a price by the case is one by the piece', () => {
  const [line] = recordOf(raw({ lines: [{ ...mug, quantity: '-36', each: '12', foreignamount: '-40', rate: '13.33' }] })).lines;
  expect(line).toMatchObject({ quantity: 36, unitPrice: '1.1111' });
});

test('what others have shipped is not ours, and when nothing is left the order is external', () => {
  const others = (line: string, quantity: string) => ({ transaction: '501', line, quantity });
  expect(recordOf(raw({ others: [others('1', '1')] })).lines).toMatchObject([{ quantity: 2 }, { quantity: 2 }, { isCharge: true }]);
  expect(recordOf(raw({ others: [others('1', '3'), others('4', '2')] }))).toMatchObject({ state: 'external', lines: [{ isCharge: true }] });
});

test('of a closed line nothing is left to ship but what has left', () => {
  expect(recordOf(raw({ lines: [{ ...mug, closed: 'T', done: '1' }, cup] })).lines).toMatchObject([{ quantity: 1 }, { quantity: 2 }]);
  expect(recordOf(raw({ lines: [{ ...mug, closed: 'T' }] }))).toMatchObject({ state: 'cancelled', lines: [] });
});

test.each([
  ['A', 'Pending Approval', 'waiting', 'other'],
  ['B', 'Pending Fulfillment', 'ready', 'awaiting_shipment'],
  ['C', 'Cancelled', 'cancelled', 'other'],
  ['SalesOrd:D', 'Partially Fulfilled', 'ready', 'awaiting_shipment'],
  ['E', 'Pending Billing/Partially Fulfilled', 'ready', 'awaiting_shipment'],
  ['F', 'Pending Billing', 'shipped', 'shipped'],
  ['G', 'Billed', 'shipped', 'shipped'],
  ['H', 'Closed', 'cancelled', 'other'],
  ['Z', 'Z', 'unknown', 'other'],
])('status %s is %s', (status, word, state, display) => {
  const record = recordOf(raw({ head: { ...head, status } }));
  expect([record.sourceStatus, record.state, displayStatus(record.sourceStatus)]).toEqual([word, state, display]);
});

test.each([
  ['no lines', { lines: [] }, 'no lines'],
  ['an item that the role cannot see', { lines: [{ ...mug, sku: undefined }, cup] }, 'the permission Items'],
  ['half a piece', { lines: [{ ...mug, quantity: '-.5' }] }, 'no whole quantity'],
  ['no number', { head: { ...head, tranid: undefined } }, 'tranid'],
  ['a date in the format of somebody', { head: { ...head, day: '11/19/2026' } }, 'dates'],
])('an order with %s is kept unread', (_, changes, reason) => {
  expect(reasonOf(raw(changes))).toMatchObject({ remoteId: '501', reason: wordedWith(reason) });
});

test('it never throws, whatever comes', () => {
  const json = fc.jsonValue();
  fc.assert(
    fc.property(
      fc.record({ head: json, lines: fc.array(json), address: json, customer: json, shipment: json, others: fc.array(json) }),
      (order) => {
        translateOrder(order, zone);
      },
    ),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(head)),
      json,
      (field, value) => void translateOrder(raw({ head: { ...head, [field]: value } }), zone),
    ),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(mug)),
      json,
      (field, value) => void translateOrder(raw({ lines: [{ ...mug, [field]: value }] }), zone),
    ),
  );
});

test.each([
  [0, '0.00'],
  [-0.00001, '0.00'],
  [-12.5, '-12.50'],
  [1 / 3, '0.3333'],
  [0.125, '0.125'],
])('%d is %s', (amount, text) => expect(money(amount)).toBe(text));
