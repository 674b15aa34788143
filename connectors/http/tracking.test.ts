import { expect, test } from 'vitest';
import { hasAll, sharesNumber } from './tracking.ts';

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
  expect(hasAll(listed, { line: 'item', units: 'units' }, [line('1', 2)])).toBe(is);
});
