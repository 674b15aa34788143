import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordedWith } from '../../test/worded.ts';
import { wordReason } from '../reasons.ts';
import { type RawPurchase, translatePurchase } from './translate-purchase.ts';

const zone = 'America/New_York';
const head = {
  ...{ id: '601', tranid: 'PO601', status: 'D', day: '2026-11-19', modified: '2026-11-20 10:00:00', entity: '41', memo: 'By truck' },
  ...{ foreigntotal: '-120', duedate: '2026-12-10', currency: 'EUR', subsidiary: '1' },
};
const mug = {
  ...{ transaction: '601', id: '1', item: '7', itemtype: 'InvtPart', sku: 'MUG', name: 'A mug', quantity: '60', done: '24', each: '12' },
  ...{ foreignamount: '120', closed: 'F', location: '11', locationname: 'Erlanger KY', expected: '2026-12-01' },
};
const freight = {
  transaction: '601',
  id: '2',
  item: '9',
  itemtype: 'OthCharge',
  sku: 'FREIGHT',
  quantity: '1',
  foreignamount: '20',
  closed: 'F',
};
const raw = (changes: Partial<RawPurchase> = {}): RawPurchase => ({
  ...{ head, lines: [mug, freight], vendor: { id: '41', entityid: 'VEND-41', companyname: 'Pottery Works' } },
  ...changes,
});
const recordOf = (order: RawPurchase) => {
  const translated = translatePurchase(order, zone);
  if (!translated.ok) throw new Error(wordReason(translated.unreadable.reason));
  return translated.record;
};

test('a purchase order, in pieces although it was bought by the case', () => {
  expect(recordOf(raw())).toMatchObject({
    ...{ remoteId: '601', number: 'PO601', sourceStatus: 'Partially Received', state: 'open', currency: 'EUR', note: 'By truck' },
    vendor: { id: '41', name: 'Pottery Works' },
    location: { id: '11', name: 'Erlanger KY' },
    expectedAt: new Date('2026-12-01T05:00:00Z'),
    lines: [{ remoteLineId: '1', sku: 'MUG', name: 'A mug', quantity: 60, received: 24, unitsEach: 12, unitPrice: '2.00' }],
  });
});

test('its own location counts before that of its lines, and lines with several have none', () => {
  expect(recordOf(raw({ head: { ...head, location: '12', locationname: 'Reno NV' } })).location).toEqual({ id: '12', name: 'Reno NV' });
  expect(recordOf(raw({ lines: [mug, { ...mug, id: '4', location: '12' }] })).location).toBeNull();
});

test('of a closed line nothing more is expected', () => {
  expect(recordOf(raw({ lines: [{ ...mug, closed: 'T' }] }))).toMatchObject({
    expectedAt: new Date('2026-12-10T05:00:00Z'),
    lines: [{ quantity: 24, received: 24 }],
  });
});

test.each([
  ['A', 'draft'],
  ['B', 'open'],
  ['C', 'cancelled'],
  ['E', 'open'],
  ['F', 'closed'],
  ['G', 'closed'],
  ['H', 'closed'],
  ['?', 'unknown'],
])('status %s is %s', (status, state) => expect(recordOf(raw({ head: { ...head, status } })).state).toBe(state));

test.each([
  ['no lines', { lines: [] }, 'no lines'],
  ['an item that the role cannot see', { lines: [{ ...mug, sku: undefined }] }, 'the permission Items'],
  ['half a piece', { lines: [{ ...mug, quantity: '.5' }] }, 'no whole quantity'],
])('one with %s is kept unread', (_, changes, reason) => {
  expect(translatePurchase(raw(changes), zone)).toMatchObject({
    ok: false,
    unreadable: { remoteId: '601', reason: wordedWith(reason) },
  });
});

test('it never throws, whatever comes', () => {
  const json = fc.jsonValue();
  fc.assert(fc.property(fc.record({ head: json, lines: fc.array(json), vendor: json }), (order) => void translatePurchase(order, zone)));
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(mug)),
      json,
      (field, value) => void translatePurchase(raw({ lines: [{ ...mug, [field]: value }] }), zone),
    ),
  );
});
