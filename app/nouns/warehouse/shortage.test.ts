import { expect, test } from 'vitest';
import { shortageIn } from './shortage.ts';

const all = (before: number, named: number) => ({ building: null, before, named });
const inBuilding = (before: number, named: number) => ({ building: 'KY1', before, named });

test.each([
  ['a first count', all(0, 0), false],
  ['nothing where one product had stock', all(1, 0), false],
  ['nothing where two had', all(2, 0), true],
  ['one of nine', all(9, 1), false],
  ['half of ten', all(10, 5), false],
  ['less than half of ten', all(10, 4), true],
  ['three quarters of ninety-nine', all(99, 74), false],
  ['three quarters of a hundred', all(100, 75), false],
  ['less than three quarters of a hundred', all(100, 74), true],
  ['as many as before', all(5000, 5000), false],
  ['nothing of nine in a building', inBuilding(9, 0), false],
  ['nothing of ten in a building', inBuilding(10, 0), true],
])('a count that names %s', (_what, named, isShort) => {
  expect(shortageIn([named])).toEqual(isShort ? named : undefined);
});
