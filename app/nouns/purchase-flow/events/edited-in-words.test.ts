import { expect, test } from 'vitest';
import { wordPurchaseEvent } from './sentences.ts';

test.each<[field: string, from: unknown, to: unknown, words: string]>([
  ['carrier', 'Estes', 'Saia', 'Changed the carrier from Estes to Saia.'],
  ['note', null, 'Ring twice', 'Set the note to “Ring twice”.'],
  ['mapped_warehouse', 'KY1', null, 'Took away the mapped location KY1.'],
  ['expected_at', '2026-12-03', '2026-12-05', 'Changed the expected date from 3 Dec 2026 to 5 Dec 2026.'],
  ['Delivery of MUG', null, '2026-12-05', 'Set the delivery date of MUG to 5 Dec 2026.'],
  ['Lot of MUG', 'L-9', 'L-10', 'Changed the lot of MUG from L-9 to L-10.'],
  ['Qty of MUG', 1000, 1200, 'Changed the quantity of MUG from 1,000 to 1,200.'],
  ['Qty of MUG (line 7)', null, 2, 'Added 2 of MUG (line 7).'],
  ['Qty of MUG', 12, 0, 'Removed MUG.'],
])('an edit of %s says what was changed, its days as the account writes them', (field, from, to, words) => {
  expect(wordPurchaseEvent({ code: 'edited', parts: [{ field, from, to }] }, 'day_first')).toBe(words);
});

test('what was changed together is one sentence', () => {
  const parts = [
    { field: 'note', from: 'late', to: null },
    { field: 'Qty of CUP', from: null, to: 1 },
  ];
  expect(wordPurchaseEvent({ code: 'edited', parts })).toBe('Took away the note “late”; added 1 of CUP.');
});
