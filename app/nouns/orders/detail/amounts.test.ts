import { expect, test } from 'vitest';
import { lineTotal, subtotalOf, totalWith } from './amounts.ts';

const line = (unit_price: string, quantity: number, is_charge = false) => ({ unit_price, quantity, is_charge });

test('a subtotal is exact, and charges are no goods', () => {
  expect(subtotalOf([line('0.1000', 3), line('0.2000', 1), line('4.95', 1, true)])).toBe('0.5000');
  expect(subtotalOf([])).toBe('0.0000');
});

test.each([
  [line('2.5500', 1_000_000), '2550000.0000'],
  [line('-3.0000', 2), '-6.0000'],
  [line('0.0001', 1), '0.0001'],
])('%j costs %s', (one, cost) => expect(lineTotal(one)).toBe(cost));

test('an order’s total follows its lines, and keeps what it holds beside them', () => {
  const mug = { unit_price: '2.5000', quantity: 6, source_quantity: 2 };
  const cup = { unit_price: '4.0000', quantity: 1, source_quantity: null };
  const sold = { total_cost: '20.0000', lines: [mug, cup], events: [] };
  expect(totalWith(sold)).toBe('30.0000');
  expect(totalWith(sold, [{ ...mug, quantity: 2 }])).toBe('16.0000');
  const removed = { undone: false, removed_worth: '7.5000' };
  expect(totalWith({ ...sold, events: [removed, { ...removed, undone: true }, { undone: false, removed_worth: null }] })).toBe('22.5000');
  expect(totalWith({ ...sold, lines: [cup] })).toBe('20.0000');
});
