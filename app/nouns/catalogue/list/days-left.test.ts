import { expect, test } from 'vitest';
import { daysLeft, goesADay, writeDays, writePace } from './days-left.ts';

test.each([
  [60, { gone: 30, days: 30 }, 60, '1'],
  [10, { gone: 100, days: 30 }, 3, '3.3'],
  [10, { gone: 1, days: 30 }, 300, 'under 0.1'],
  [-4, { gone: 30, days: 30 }, 0, '1'],
  [10, { gone: 0, days: 30 }, null, '0'],
  [2_000, { gone: 500, days: 1 }, 4, '500'],
])('%i units last at a pace of %o', (free, gone, days, written) => {
  const outlook = { expected: 0, ...gone };
  expect(daysLeft(free, outlook)).toBe(days);
  expect(writePace(goesADay(outlook))).toBe(written);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, 'over 999'],
  [15_030, 'over 999'],
])('%i days are written %s', (days, written) => expect(writeDays(days)).toBe(written));
