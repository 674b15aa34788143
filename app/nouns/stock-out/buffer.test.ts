import { expect, test } from 'vitest';
import { isBuffer } from './contract.ts';

test.each([
  ['nothing', 0, true],
  ['some units', 12, true],
  ['an empty or unreadable field', Number.NaN, false],
  ['half a unit', 1.5, false],
  ['less than nothing', -1, false],
  ['more than anybody has', 1_000_001, false],
])('%s kept back', (_, count, isRight) => {
  expect(isBuffer(count)).toBe(isRight);
});
