import { expect, test } from 'vitest';
import { bodyOf, type Draft, isChanged, typedSince, wrongLines } from './draft.ts';

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

test('of what is saved only that is left which was typed since, and it begins at the saved revision', () => {
  const [mug] = draft.added;
  const cup = { key: 901, sku: 'CUP', name: 'Cup', quantity: 1, lot_number: null, expected_at: null };
  const now: Draft = {
    head: { ...draft.head, carrier: 'DHL' },
    lines: new Map([...draft.lines, [7, { quantity: 4, lot_number: 'A' }], [8, { quantity: 1 }]]),
    added: mug ? [mug, cup] : [],
    since: 5,
  };
  expect(typedSince(draft, now, 6)).toEqual({
    head: { carrier: 'DHL' },
    lines: new Map([
      [7, { lot_number: 'A' }],
      [8, { quantity: 1 }],
    ]),
    added: [cup],
    since: 6,
  });
  expect([isChanged(typedSince(draft, now, 6)), isChanged(typedSince(draft, draft, 6))]).toEqual([true, false]);
});
