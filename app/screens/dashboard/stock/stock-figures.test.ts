import { expect, test } from 'vitest';
import { stockFigures } from './stock-figures.ts';

const of = (low: number, out: number) => ({ low: { count: low, more: false }, out: { count: out, more: false } });

test('each figure of stock leads to the list that has as many, and raw materials are left out where there are none', () => {
  const shown = stockFigures({ products: { ...of(3, 0), low: { count: 10_000, more: true } }, raw_materials: of(1, 0) });
  expect(shown.map(({ label, written, to }) => [label, written, to])).toEqual([
    ['Low stock', '10,000+', '/products?stock=low'],
    ['Out of stock', '0', '/products?stock=out'],
    ['Raw materials low', '1', '/raw-materials?stock=low'],
  ]);
  expect(stockFigures({ products: of(0, 0), raw_materials: of(0, 0) })).toHaveLength(2);
});
