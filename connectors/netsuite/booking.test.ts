import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordedWith } from '../../test/worded.ts';
import { wordReason } from '../reasons.ts';
import { type As, asFulfilment, asReceipt, bookingOf } from './booking.ts';
import type { Line } from './wire.ts';

const line = (id: string, changes: Partial<Line> = {}): Line => ({
  ...{
    transaction: '1',
    id,
    item: '7',
    itemtype: 'InvtPart',
    sku: `SKU-${id}`,
    name: null,
    upc: null,
    lots: false,
    serials: false,
    quantity: 24,
    done: 0,
  },
  ...{
    unit: null,
    each: 1,
    rate: null,
    foreignamount: null,
    closed: false,
    location: '11',
    locationname: null,
    memo: null,
    expected: null,
    ...changes,
  },
});
const nowhere = { locationId: null, spare: null };
const moved = (remoteLineId: string, quantity: number, more = {}) => ({ remoteLineId, quantity, ...more });
const reasonOf = (booking: ReturnType<typeof bookingOf>) => (booking.ok ? null : booking.failure);

test('what is not named is named too, and left out', () => {
  const lines = [line('1'), line('4'), line('7', { closed: true }), line('9', { done: 24 })];
  expect(bookingOf(lines, [moved('4', 2)], nowhere)).toEqual({
    ok: true,
    items: [
      { orderLine: 1, itemReceive: false },
      { orderLine: 4, itemReceive: true, quantity: 2, location: { id: '11' } },
    ],
  });
});

test('a receipt names open lines of labels as well, and neither it nor a fulfilment those of services', () => {
  const lines = [line('1'), line('2', { itemtype: 'NonInvtPart' }), line('3', { itemtype: 'Service' })];
  const named = (as: As) => {
    const booking = bookingOf(lines, [moved('1', 2)], nowhere, as);
    return booking.ok && booking.items.map(({ orderLine, itemReceive }) => [orderLine, itemReceive]);
  };
  expect(named(asReceipt)).toEqual([
    [1, true],
    [2, false],
  ]);
  expect(named(asFulfilment(() => null))).toEqual([[1, true]]);
});

test('a sale has negative quantities, and is open all the same', () => {
  expect(bookingOf([line('1', { quantity: -3 })], [moved('1', 3)], nowhere)).toMatchObject({ ok: true, items: [{ quantity: 3 }] });
});

test('pieces become cases, in the lots too, and a line may be named twice', () => {
  const lots = (lot: string, quantity: number) => ({ lots: [{ lot, quantity }] });
  const booking = bookingOf(
    [line('1', { each: 12, lots: true })],
    [moved('1', 12, lots('L1', 12)), moved('1', 24, lots('L2', 24))],
    nowhere,
  );
  expect(booking).toMatchObject({
    items: [
      {
        ...{ orderLine: 1, quantity: 3 },
        inventoryDetail: {
          quantity: 3,
          inventoryAssignment: {
            items: [
              { receiptInventoryNumber: 'L1', quantity: 1 },
              { receiptInventoryNumber: 'L2', quantity: 2 },
            ],
          },
        },
      },
    ],
  });
});

test('the place of the receipt counts before the line, and the one of the settings last', () => {
  const placeOf = (location: string | null, places: { locationId: string | null; spare: string | null }) => {
    const booking = bookingOf([line('1', { location })], [moved('1', 1)], places);
    return booking.ok ? booking.items[0]?.location?.id : wordReason(booking.failure.reason);
  };
  expect(placeOf('11', { locationId: '12', spare: '13' })).toBe('12');
  expect(placeOf('11', { locationId: null, spare: '13' })).toBe('11');
  expect(placeOf(null, { locationId: null, spare: '13' })).toBe('13');
  expect(placeOf(null, nowhere)).toContain('needs a location for line 1');
});

test.each([
  ['a line that is not there', [line('1')], moved('2', 1), 'invalid', 'no line 2'],
  ['another SKU', [line('1')], moved('1', 1, { sku: 'OTHER' }), 'unknown_sku', 'of SKU-1 in NetSuite, not of OTHER'],
  ['a closed line', [line('1', { closed: true })], moved('1', 1), 'too_late', 'closed or complete'],
  ['a complete line', [line('1', { done: 24 })], moved('1', 1), 'too_late', 'closed or complete'],
  ['nothing', [line('1')], moved('1', 0), 'invalid', 'no quantity of 0'],
  ['less than nothing', [line('1')], moved('1', -3), 'invalid', 'no quantity of -3'],
  ['a broken case', [line('1', { each: 12 })], moved('1', 7), 'invalid', 'cases of 12: 7 is no whole number'],
  ['lots that are not all', [line('1', { lots: true })], moved('1', 3, { lots: [{ lot: 'L', quantity: 2 }] }), 'invalid', 'for 2 of 3'],
  ['no lots at all', [line('1', { lots: true })], moved('1', 3), 'invalid', 'kept by lots'],
])('%s is refused before NetSuite is asked', (_, lines, one, code, reason) => {
  expect(reasonOf(bookingOf(lines, [one], nowhere))).toEqual({ kind: 'rejected', code, reason: wordedWith(reason) });
});

test('whatever is moved, as much is booked, and every other open line is left out', () => {
  const some = fc.record({ id: fc.integer({ min: 1, max: 8 }), quantity: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 12 }), fc.constantFrom(1, 6, 12), (list, each) => {
      const lines = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => line(String(id), { each, quantity: 1000 * each }));
      const booking = bookingOf(
        lines,
        list.map(({ id, quantity }) => moved(String(id), quantity * each)),
        nowhere,
      );
      if (!booking.ok) throw new Error(wordReason(booking.failure.reason));
      const pieces = booking.items.reduce((sum, { quantity = 0 }) => sum + quantity * each, 0);
      expect(pieces).toBe(list.reduce((sum, { quantity }) => sum + quantity * each, 0));
      expect(booking.items).toHaveLength(8);
      expect(booking.items.filter(({ itemReceive }) => itemReceive)).toHaveLength(new Set(list.map(({ id }) => id)).size);
    }),
  );
});
