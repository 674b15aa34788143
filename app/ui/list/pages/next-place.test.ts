import { expect, test } from 'vitest';
import { nextPlace } from './next-place.ts';

test.each([
  ['down', 1, 1, 2],
  ['up', 1, -1, 0],
  ['down from the last', 4, 1, 4],
  ['up from the first', 0, -1, 0],
  ['down from above all', -0.5, 1, 0],
  ['down, where the row itself has gone: to the one in its place', 2.5, 1, 3],
  ['up, where the row itself has gone', 2.5, -1, 2],
  ['down, where the last has gone', 4.5, 1, 4],
] as const)('of five rows, %s', (_, from, step, to) => {
  expect(nextPlace(from, step, 5)).toBe(to);
});
