import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordedWith } from '../../test/worded.ts';
import type { Translate, Translated } from '../http/records.ts';
import { wordReason } from '../reasons.ts';
import { captured } from './edge.ts';
import { translateItem, translateReceipt, translateShipment, translateState, translateStock } from './translate.ts';

const translations: Record<string, Translate<unknown>> = {
  'order-changes': translateState,
  shipments: translateShipment,
  items: translateItem,
  receipts: translateReceipt,
  stock: translateStock,
};

function recordOf<T>(translated: Translated<T>): T {
  if (!translated.ok) throw new Error(wordReason(translated.unreadable.reason));
  return translated.record;
}

test.each(Object.entries(translations))('every captured record of %s translates', (name, translate) => {
  expect(captured(name).map((raw) => recordOf(translate(raw)))).toHaveLength(captured(name).length);
});

test('an order state, with numbers as strings and ids as numbers', () => {
  expect(recordOf(translateState(captured('order-changes')[1]))).toEqual({
    ...{
      providerRef: '100232',
      reference: 'order-2-1',
      status: 'partially_shipped',
      held: true,
      changedAt: new Date('2026-11-20T10:16:30Z'),
      orderNumbers: null,
      shipTo: null,
    },
    lines: [
      { lineReference: '1', sku: '22423', quantity: 3, shipped: 1 },
      { lineReference: '2', sku: '71053', quantity: 4, shipped: 0 },
    ],
  });
});

test('an order state says whose order it is; what cannot be read of that says nothing', () => {
  const [first] = captured('order-changes') as [object];
  expect(recordOf(translateState(first))).toMatchObject({
    orderNumbers: ['SO-1', '100-7731'],
    shipTo: { name: 'Anna Lindqvist', company: null, line1: '12 Mill Lane', postalCode: 'LS1 4DY', country: 'GB', phone: null },
  });
  const odd = { ...first, ship_to: 'Leeds', order_numbers: 'SO-1' };
  expect(recordOf(translateState(odd))).toMatchObject({ reference: 'order-1-1', orderNumbers: null, shipTo: null });
});

test('a shipment over two lots; a link that is none is dropped, a long number keeps its digits', () => {
  const [first, second] = captured('shipments').map((raw) => recordOf(translateShipment(raw)));
  expect(first).toMatchObject({
    remoteId: 'SHP-1',
    providerRef: 'AMW-1',
    weightGrams: 815,
    lines: [
      { lot: 'L-1', quantity: 4 },
      { lot: 'L-2', quantity: 2 },
    ],
  });
  expect(second).toMatchObject({ trackingNumber: '9400111899223197428490', trackingUrl: null, method: '', weightGrams: null });
});

test.each([
  ['no lines', { lines: [] }, 'lines'],
  ['a line of no units', { lines: [{ line_reference: '1', sku: 'MUG', quantity: 0 }] }, 'quantity'],
  ['a line of less than none', { lines: [{ line_reference: '1', sku: 'MUG', quantity: '-2' }] }, 'quantity'],
])('a shipment with %s says nothing of what left: it is kept unread', (_what, changes, words) => {
  const raw = { ...(captured('shipments')[0] as object), ...changes };
  expect(translateShipment(raw)).toMatchObject({ ok: false, unreadable: { remoteId: 'SHP-1', reason: wordedWith(words), raw } });
});

test('a weight has no parts of a gram here', () => {
  const raw = { ...(captured('shipments')[0] as object), weight_grams: 815.6 };
  expect(recordOf(translateShipment(raw))).toMatchObject({ weightGrams: 816 });
});

test('a status that we do not know is not guessed: the record is kept unread', () => {
  const raw = { ...(captured('order-changes')[0] as object), status: 'lost_at_sea' };
  expect(translateState(raw)).toMatchObject({
    ok: false,
    unreadable: { remoteId: 'AMW-1', reason: wordedWith('status'), raw },
  });
});

test.each(Object.entries(translations))('%s never throws, whatever comes', (name, translate) => {
  const good = captured(name)[0] as object;
  fc.assert(fc.property(fc.jsonValue(), (raw) => void translate(raw)));
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(good)), fc.jsonValue(), (field, value) => void translate({ ...good, [field]: value })),
  );
});
