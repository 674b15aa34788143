import { expect, test } from 'vitest';
import { wordIssue } from '../issue.ts';

test.each([
  [{ code: 'over_received', over: 1200, sku: 'MUG', ordered: 45000 }, '1,200 more of MUG came than the 45,000 that are ordered.'],
  [{ code: 'not_on_order', units: 1200, sku: 'MUG' }, '1,200 of MUG came, which is not on this order.'],
  [
    { code: 'quantity_unshippable', line: 1, sku: 'MUG', quantity: 1_000_000 },
    'Line 1 (MUG) asks for 1,000,000 units, which cannot be shipped.',
  ],
] as const)('%o is written with its thousands apart', (sentence, words) => {
  expect(wordIssue(sentence)).toBe(words);
});
