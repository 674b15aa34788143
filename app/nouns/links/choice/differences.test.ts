import { expect, test } from 'vitest';
import { differencesOf } from './differences.ts';

test.each([
  [
    { name: 'SET OF 6 TINS', upc: '5010000225681' },
    { name: 'Six tins', upc: '05010000225681' },
    ['a pack of 6, the channel sells one unit'],
  ],
  [
    { name: 'Tin', upc: '5010000225681' },
    { name: 'Tin 3 pack', upc: '5010000999999' },
    ['UPC 5010000225681, the channel’s is 5010000999999', 'one unit, the channel sells a pack of 3'],
  ],
  [{ name: 'Tin', upc: null }, { name: 'A tin', upc: '5010000999999' }, []],
  [{ name: 'SET OF 6 TINS', upc: null }, { name: 'Tins, pack of 6', upc: null }, []],
])('%o differs from %o', (product, sold, differences) => {
  expect(differencesOf({ sku: 'A', ...product }, { sku: 'A', ...sold })).toEqual(differences);
});
