import { expect, test } from 'vitest';
import { compareNames, compareSkus } from './differences.ts';

const written = (parts: { text: string; differs: boolean }[]) => parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');

test.each([
  ['FELTCRAFT CUSHION BUTTERFLY', 'FELTCRAFT CUSHION OWL', 'FELTCRAFT CUSHION [BUTTERFLY]', ['OWL']],
  ['Feltcraft cushion owl', 'FELTCRAFT CUSHION OWL', 'Feltcraft cushion owl', []],
  ['SPACEBOY LUNCH BOX', 'LUNCH BOX SPACEBOY, SET OF 6', 'SPACEBOY LUNCH BOX', ['SET', 'OF', '6']],
  ['Mug', '', 'Mug', []],
  ['CUSHION RED BUTTERFLY', 'CUSHION OWL', 'CUSHION [RED BUTTERFLY]', ['OWL']],
  ['Lantern of zinc', 'CUSHION OWL', 'Lantern of zinc', []],
])('the words of %s that %s lacks are marked', (product, sold, marked, lacking) => {
  const { parts, lacking: missing } = compareNames(product, sold);
  expect([written(parts), missing]).toEqual([marked, lacking]);
});

test.each([
  ['22569', '22568', '2256[9]'],
  ['22568', '22568', '22568'],
  ['22568A', '22568', '22568[A]'],
  ['MUG', 'CUP', 'MUG'],
  ['85123a', '85123A', '85123[a]'],
])('of the SKU %s, what differs from %s is marked', (product, sold, marked) => {
  expect(written(compareSkus(product, sold))).toBe(marked);
});
