import { expect, test } from 'vitest';
import { bodyOf, type Draft, wrongLines } from './draft.ts';

const draft: Draft = {
  head: { note: 'Ring twice' },
  lines: new Map([
    [7, { quantity: 4 }],
    [3, { isDelete: true }],
  ]),
  added: [{ key: 900, sku: 'MUG', name: 'Mug', quantity: 2, lot_number: null, expected_at: null }],
  since: 5,
};

test('a new line comes after those that were changed, without what only the page knows of it', () => {
  expect(bodyOf(draft, 8)).toEqual({
    revision: 5,
    note: 'Ring twice',
    lines: [
      { id: 7, quantity: 4 },
      { id: 3, isDelete: true },
      { sku: 'MUG', quantity: 2, lot_number: null, expected_at: null },
    ],
  });
});

test('a refusal is found by the place of its line in the body, whatever of the line it is about', () => {
  const wrong = wrongLines({ 'lines.2': ['MUG is gone.'], 'lines.0.quantity': ['At least 1'], mapped_warehouse: ['No.'] }, draft);
  expect([...wrong]).toEqual([
    [900, 'MUG is gone.'],
    [7, 'At least 1'],
  ]);
  expect(wrongLines({ 'lines.9': ['Nobody’s.'], lines: ['Too many'] }, draft).size).toBe(0);
});
