import { expect, test } from 'vitest';
import { isEditable, type OrderStatus } from '../../order.ts';
import { editingEnded } from './editing-ended.ts';

test.each<[OrderStatus, number, RegExp | null]>([
  ['pending', 0, null],
  ['error', 0, null],
  ['error', 1, /with the warehouse/],
  ['packing', 1, /with the warehouse/],
  ['partially_shipped', 1, /with the warehouse/],
  ['shipped', 1, /has shipped/],
  ['fulfilled', 1, /ended/],
  ['fulfilled', 0, /ended/],
  ['cancelled', 0, /ended/],
])('a %s order with in_amware %d', (order_status, in_amware, reason) => {
  const order = { order_status, editable: isEditable({ order_status, in_amware }) };
  if (reason) expect(editingEnded(order)).toMatch(reason);
  else expect(editingEnded(order)).toBeNull();
});
