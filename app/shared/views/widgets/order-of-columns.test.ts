import { expect, test } from 'vitest';
import { moved, withOrWithout } from './order-of-columns.ts';

test.each([
  ['b', 1, 'a c b d'],
  ['c', -1, 'a c b d'],
  ['b', -1, 'a b c d'],
  ['d', 1, 'a b c d'],
  ['a', 1, 'a b c d'],
  ['x', 1, 'a b c d'],
] as const)('%s moved by %i', (key, by, after) => {
  expect(moved(['a', 'b', 'c', 'd'], key, by).join(' ')).toBe(after);
});

test('a column is added at the end and taken away; the first one stays', () => {
  expect(withOrWithout(['a', 'b'], 'c')).toEqual(['a', 'b', 'c']);
  expect(withOrWithout(['a', 'b', 'c'], 'b')).toEqual(['a', 'c']);
  expect(withOrWithout(['a', 'b'], 'a')).toEqual(['a', 'b']);
});
