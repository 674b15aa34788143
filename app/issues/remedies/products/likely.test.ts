import { expect, test } from 'vitest';
import { isLikely } from './likely.ts';

test.each([
  ['the same but for signs', { sku: 'mug-01', name: '' }, { sku: 'MUG01', name: '' }, true],
  ['the same with a variant’s letter', { sku: '85123', name: '' }, { sku: '85123A', name: '' }, true],
  ['a number that lies close', { sku: '21731', name: 'RED TOADSTOOL' }, { sku: '21735', name: 'TWO DOOR CURIO CABINET' }, false],
  ['a number that goes on', { sku: '2173', name: '' }, { sku: '21735', name: '' }, false],
  [
    'most words in common',
    { sku: 'A1', name: 'Ceramic strawberry money bank' },
    { sku: '9', name: 'CERAMIC STRAWBERRY CAKE MONEY BANK' },
    true,
  ],
  ['one word in common', { sku: 'A1', name: 'Ceramic bowl' }, { sku: '9', name: 'Ceramic strawberry money bank' }, false],
  ['no name and another SKU', { sku: 'A1', name: '' }, { sku: 'B2', name: '' }, false],
])('%s', (_, product, sold, likely) => {
  expect(isLikely(product, sold)).toBe(likely);
});
