import { expect, test } from 'vitest';
import { packIn } from './pack.ts';

test.each([
  ['SET OF 6 SPICE TINS', 6],
  ['Pack of 12 paper cups', 12],
  ['PAPER CUPS 12 PACK', 12],
  ['Paper cups, 12pk', 12],
  ['Candle x6', 6],
  ['Candle × 4 x 6', 6],
  ['Candle 20 cm', null],
  ['6 RIBBONS RUSTIC CHARM', null],
  ['SET 3 WICKER BASKETS', null],
  ['Set of 2 boxes, 6 pack', null],
  ['SET OF 0', null],
  ['', null],
])('%s is a pack of %s', (name, size) => {
  expect(packIn(name)).toBe(size);
});
