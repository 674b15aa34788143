import { expect, test } from 'vitest';
import { sharesNumber } from './tracking.ts';

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
