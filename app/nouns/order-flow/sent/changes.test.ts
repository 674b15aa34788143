import { expect, test } from 'vitest';
import type { WarehouseOrder } from '../../../../connectors/contract.ts';
import { changesOf, insteadOf } from './changes.ts';

const orderOf = (...skus: string[]) =>
  ({ lines: skus.map((sku) => ({ lineReference: sku, sku, quantity: 2 })), shipTo: {}, fields: {} }) as unknown as WarehouseOrder;

test.each([
  [['CUP'], '2 × CUP instead of nothing'],
  [['A', 'B', 'C', 'D', 'E', 'F'], '2 × A and 2 × B and 2 × C and 2 × D and 2 × E and 2 × F instead of nothing'],
  [['A', 'B', 'C', 'D', 'E', 'F', 'G'], '2 × A, 2 × B, 2 × C, 2 × D, 2 × E and 2 more SKUs instead of nothing'],
])('of %j as many are named as a person reads', (skus, words) => {
  expect(insteadOf(changesOf(orderOf(...skus), orderOf()))).toBe(words);
});
