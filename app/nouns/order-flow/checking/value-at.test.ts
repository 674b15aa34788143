import { expect, test } from 'vitest';
import { valueAt } from './value-at.ts';

const payload = { advancedOptions: { customField1: 'PO-7', weight: 2.5, gift: false, empty: ' ' }, items: [{ sku: 'MUG' }], none: null };

test.each([
  ['advancedOptions.customField1', 'PO-7'],
  ['advancedOptions.weight', '2.5'],
  ['advancedOptions.gift', 'false'],
  ['items.0.sku', 'MUG'],
  ['advancedOptions.empty', null],
  ['advancedOptions', null],
  ['items.length', '1'],
  ['none', null],
  ['none.more', null],
  ['advancedOptions.constructor', null],
  ['__proto__.x', null],
  ['', null],
])('at %s is %j', (path, value) => {
  expect(valueAt(payload, path)).toBe(value);
});
