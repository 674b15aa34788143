import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { worded } from '../../test/worded.ts';
import type { ChannelOrder } from '../contract.ts';
import { wordReason } from '../reasons.ts';
import { capturedOrders } from './edge.ts';
import { translateOrder } from './translate.ts';

const reading = { currency: 'GBP', poNumberField: 'customField1' } as const;
const captured = capturedOrders();

function translated(raw: unknown): ChannelOrder {
  const result = translateOrder(raw, reading);
  if (!result.ok) throw new Error(wordReason(result.unreadable.reason));
  return result.record;
}
const byNumber = (number: string) => translated(captured.find(({ orderNumber }) => orderNumber === number));
const changed = (change: object) => ({ ...captured[0], ...change });

test('every captured order translates', () => {
  expect(captured.map((raw) => translated(raw).number)).toEqual(captured.map(({ orderNumber }) => orderNumber));
});

test('an ordinary order', () => {
  expect(byNumber('SO-1001')).toMatchObject({
    ...{ remoteId: '987654321', sourceStatus: 'awaiting_shipment', state: 'ready', currency: 'GBP', poNumber: 'PO-7781' },
    orderedAt: new Date('2026-11-20T02:02:09Z'),
    modifiedAt: new Date('2026-11-20T02:02:11.203Z'),
    store: { id: '26815', name: null },
    customer: { id: '7745', name: 'Anna Lindqvist', email: 'anna@example.org', phone: '+44 113 496 0000' },
    shipTo: { name: 'Anna Lindqvist', line1: '12 Mill Lane', line2: null, city: 'Leeds', postalCode: 'LS1 4DY', country: 'GB' },
    shipping: { code: 'usps_priority_mail', description: 'USPS Priority Mail' },
    totals: { shipping: '3.99', tax: '0.00', total: '19.29' },
    weightGrams: 595,
    lines: [{ remoteLineId: '9876543211', sku: '85123A', quantity: 6, unitPrice: '2.55', isCharge: false }],
  });
});

test('an order of nothing but null is kept: it is for a person to complete', () => {
  expect(byNumber('SO-1002')).toMatchObject({
    ...{ remoteId: '9007199254740993', lines: [], weightGrams: null, store: null, poNumber: null },
    customer: { id: null, name: '', email: null, phone: null },
    shipTo: { name: '', company: null, line1: '', line2: null, city: '', state: null, postalCode: '', country: '' },
    shipping: { code: null, description: null },
  });
});

test('numbers as strings, ids beyond 2^53, discounts, and links that are no links', () => {
  const order = byNumber('SO-1003');
  expect(order).toMatchObject({
    totals: { shipping: '0.00', tax: '1.50', total: '41.10' },
    weightGrams: 907,
    note: 'Please leave at the back door.',
  });
  expect(order.lines).toMatchObject([
    { remoteLineId: '9223372036854775807', quantity: 3, unitPrice: '12.75', upc: '5012345678900', location: 'B-07', isCharge: false },
    { remoteLineId: '9223372036854775806', quantity: 1, unitPrice: '-2.50', isCharge: true, imageUrl: null },
    { remoteLineId: '#3', sku: 'POST', isCharge: false },
  ]);
});

test('negative quantities pass as they are; a country that is no code too', () => {
  const order = byNumber('SO-1004');
  expect(order.lines[0]?.quantity).toBe(-2);
  expect(order.shipTo).toMatchObject({ line2: 'Flat 2, Rear entrance', country: 'united kingdom' });
  expect(order.shipping).toEqual({ code: 'Standard (3-5 days)', description: 'Standard (3-5 days)' });
});

test('what is shown beside: notes, gift, days, money, choices, and names for ids', () => {
  const shown = changed({
    ...{ internalNotes: 'VIP', gift: true, giftMessage: 'Happy birthday', shipByDate: '2026-11-24T00:00:00.0000000', amountPaid: '19.29' },
    ...{ tagIds: [7, 8], advancedOptions: { warehouseId: 24079 }, requestedShippingService: 'Next day, please', serviceCode: null },
    items: [
      {
        orderItemId: 1,
        sku: 'MUG',
        quantity: 1,
        options: [
          { name: 'Size', value: 'L' },
          { name: null, value: '' },
        ],
      },
    ],
  });
  const names = { tags: new Map([['7', 'Wholesale']]), warehouses: new Map([['24079', 'Leeds']]) };
  const result = translateOrder(shown, { ...reading, names });
  expect(result).toMatchObject({
    record: {
      shipping: { description: 'Next day, please' },
      lines: [{ sku: 'MUG', options: [{ name: 'Size', value: 'L' }] }],
    },
  });
  expect(result.ok && result.record.details).toEqual({
    ...{ internalNote: 'VIP', isGift: true, giftMessage: 'Happy birthday', shipBy: '2026-11-24T08:00:00.000Z', amountPaid: '19.29' },
    ...{ warehouse: 'Leeds', tags: ['Wholesale', '8'] },
  });
});

test('a time with Z is that instant, one without is Pacific', () => {
  expect(translated(changed({ modifyDate: '2026-11-20T02:02:11.203Z' })).modifiedAt).toEqual(new Date('2026-11-20T02:02:11.203Z'));
  expect(translated(changed({ modifyDate: '2026-11-19T18:02:11.203' })).modifiedAt).toEqual(new Date('2026-11-20T02:02:11.203Z'));
});

test('what is only shown and cannot be read stops no order', () => {
  const odd = { shipByDate: 'soon', amountPaid: 'all of it', tagIds: 'many', advancedOptions: { warehouseId: {} } };
  expect(translated(changed({ ...odd, items: [{ sku: 'MUG', quantity: 1, options: 'large' }] }))).toMatchObject({
    details: {},
    lines: [{ sku: 'MUG' }],
  });
});

test('what a person split and merged', () => {
  const advanced = (advancedOptions: object) => translated(changed({ advancedOptions }));
  expect(advanced({ mergedOrSplit: true, parentId: 987654300, mergedIds: [] })).toMatchObject({ splitFrom: '987654300', mergedIds: [] });
  expect(advanced({ mergedIds: [1, '2', 2] })).toMatchObject({ splitFrom: null, mergedIds: ['1', '2'] });
  expect(advanced({ parentId: null, mergedIds: null })).toMatchObject({ splitFrom: null, mergedIds: [] });
  // Of itself and of none.
  expect(advanced({ parentId: captured[0]?.orderId, mergedIds: [0, captured[0]?.orderId] })).toMatchObject({
    splitFrom: null,
    mergedIds: [],
  });
});

test.each([
  ['awaiting_shipment', 'external'],
  ['on_hold', 'external'],
  ['shipped', 'shipped'],
  ['cancelled', 'cancelled'],
])('what somebody else fulfils is not ours to send: %s is %s', (orderStatus, state) =>
  expect(translated(changed({ orderStatus, externallyFulfilled: true })).state).toBe(state),
);

describe('status', () => {
  test.each([
    ['awaiting_payment', 'waiting'],
    ['awaiting_shipment', 'ready'],
    ['pending_fulfillment', 'waiting'],
    ['on_hold', 'held'],
    ['shipped', 'shipped'],
    ['cancelled', 'cancelled'],
    ['rejected_fulfillment', 'unknown'],
    ['constructor', 'unknown'],
    [null, 'unknown'],
  ])('%s is %s', (orderStatus, state) => expect(translated(changed({ orderStatus })).state).toBe(state));
});

test.each([
  ['no id', { orderId: null }, null, 'orderId: is missing, or of another kind than was expected'],
  ['half a unit', { items: [{ quantity: 1.5 }] }, '987654321', 'items.0.quantity: is not a whole number'],
  ['a time that is none', { modifyDate: 'yesterday' }, '987654321', 'modifyDate: is not a time'],
  ['no time at all', { modifyDate: null, createDate: null, orderDate: null }, '987654321', 'modifyDate: the order carries no time at all'],
])('%s cannot be read, and says why', (_, change, remoteId, reason) => {
  const raw = changed(change);
  expect(translateOrder(raw, reading)).toEqual({ ok: false, unreadable: { remoteId, reason: worded(reason), raw } });
});

test('money keeps the digits that were sent', () => {
  const totals = [0, 0.1, 1234567.5, 0.005, 12.3456, 1e-7].map((orderTotal) => translated(changed({ orderTotal })).totals.total);
  expect(totals).toEqual(['0.00', '0.10', '1234567.50', '0.005', '12.3456', '0.0000']);
});

test('never throws, whatever comes', () => {
  fc.assert(fc.property(fc.jsonValue(), (raw) => void translateOrder(raw, reading)));
  const field = fc.constantFrom(...Object.keys(captured[0] ?? {}));
  fc.assert(fc.property(field, fc.jsonValue(), (name, value) => void translateOrder(changed({ [name]: value }), reading)));
});
