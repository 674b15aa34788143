import { expect, test } from 'vitest';
import { codesOfType, issueHeadline, issueTypes, otherCauses, wordIssue } from './issue.ts';

test('an issue type is counted by its causes where one remedy mends many, else by its orders', () => {
  expect(issueHeadline('unmapped_sku', { causes: 4, issues: 31 })).toBe('4 SKUs are not linked');
  expect(issueHeadline('address_incomplete', { causes: 1, issues: 31 })).toBe('31 addresses are incomplete');
  expect(issueHeadline('needs_reconnect', { causes: 1, issues: 1 })).toBe('1 connection needs to be reconnected');
});

test('the causes that stand beside the first one are named in short, those of a type together', () => {
  const sku = (subject: string) => ({ type: 'unmapped_sku', subject }) as const;
  expect(otherCauses([sku('CUP'), { type: 'address_incomplete', subject: 'address' }, sku('MUG'), sku('')])).toEqual([
    'SKU not linked: CUP, MUG',
    'Address incomplete',
  ]);
  expect(otherCauses([sku('')])).toEqual(['SKU not linked']);
});

test('no two types have a sentence of the same code', () => {
  const codes = issueTypes.flatMap(codesOfType);
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
});

test('a sentence of a code that nobody knows is shown as its code', () => {
  expect(wordIssue({ code: 'toString' })).toBe('No text for “toString”.');
});
