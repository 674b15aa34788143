import { expect, test } from 'vitest';
import { foundByHand, sharesNumber, unitsListed } from './tracking.ts';

test.each([
  ['1Z 999 aa1', '1Z999AA1', true],
  ['A1, B2', 'B2', true],
  [1234567890, '1234567890', true],
  ['1Z999AA1', '1Z999AA12', false],
  ['', '', false],
  [null, '', false],
  [{}, '1Z', false],
] as const)('%j and %j are of one parcel: %s', (theirs, ours, is) => {
  expect(sharesNumber(theirs, ours)).toBe(is);
});

const parcel = {
  ...{ key: 'shipment-3', remoteOrderId: '1', handle: null, carrier: 'UPS', method: null, trackingNumber: '1Z', trackingUrl: null },
  ...{ shippedAt: new Date('2026-11-20T03:00:00Z'), completes: false },
};
const line = (remoteLineId: string, quantity: number) => ({ remoteLineId, handle: null, quantity });

test.each([
  [
    'all of it, and more',
    [
      { item: 1, units: 2 },
      { item: '2', units: '1' },
    ],
    true,
  ],
  [
    'all of it in two entries',
    [
      { item: 1, units: 1 },
      { item: 1, units: 1 },
    ],
    true,
  ],
  ['fewer units', [{ item: 1, units: 1 }], false],
  ['another line', [{ item: 2, units: 2 }], false],
  ['nothing', [], true],
  ['what cannot be read', 'two', true],
  ['no list', undefined, true],
] as const)('a shipment that lists %s is of the parcel or not', (_what, listed, is) => {
  const units = unitsListed(listed, { line: 'item', units: 'units' });
  expect(
    foundByHand(
      ['it'],
      () => units,
      { ...parcel, lines: [line('1', 2)] },
      () => false,
    ),
  ).toBe(is ? 'it' : undefined);
});

test('shipments of somebody are of the parcels that left first, as many as they have units for', () => {
  const of = (n: number) => ({ key: `shipment-${n}`, lines: [line('1', 1)] });
  const foundWith = (entered: (number | null)[], told: string[] = []) =>
    foundByHand(
      entered,
      (units) => (units === null ? null : new Map([['1', units]])),
      { ...parcel, ...of(3), sameNumber: [of(1), of(2)] },
      (key) => told.includes(key),
    );
  expect([foundWith([1, 1]), foundWith([1, 2]), foundWith([3]), foundWith([1, 1], ['shipment-1'])]).toEqual([undefined, 2, 3, 1]);
  expect([foundWith([null, null]), foundWith([null, null, null])]).toEqual([undefined, null]);
});
