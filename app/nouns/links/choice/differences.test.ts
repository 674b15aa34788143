import { expect, test } from 'vitest';
import { differencesOf } from './differences.ts';

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
