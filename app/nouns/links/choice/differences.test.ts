import { expect, test } from 'vitest';
import { differencesOf } from './differences.ts';
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

test.each([
  [{ name: 'SET OF 6 TINS', upc: '111' }, { name: 'Six tins', upc: '0111' }, ['a pack of 6, the channel sells one unit']],
  [
    { name: 'Tin', upc: '111' },
    { name: 'Tin 3 pack', upc: '222' },
    ['UPC 111, the channel’s is 222', 'one unit, the channel sells a pack of 3'],
  ],
  [{ name: 'Tin', upc: null }, { name: 'A tin', upc: '222' }, []],
  [{ name: 'SET OF 6 TINS', upc: null }, { name: 'Tins, pack of 6', upc: null }, []],
])('%o differs from %o', (product, sold, differences) => {
  expect(differencesOf({ sku: 'A', ...product }, { sku: 'A', ...sold })).toEqual(differences);
});
