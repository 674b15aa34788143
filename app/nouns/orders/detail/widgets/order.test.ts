import { expect, test } from 'vitest';
import { isEditable, isReadyUnlessLocked, type OrderStatus } from '../../../order-flow/order.ts';
import { editingEnded, priceOf } from './order.ts';

test.each<[OrderStatus, number, RegExp | null]>([
  ['pending', 0, null],
  ['error', 0, null],
  ['error', 1, /with the warehouse/],
  ['packing', 1, /with the warehouse/],
  ['partially_shipped', 1, /with the warehouse/],
  ['shipped', 1, /has shipped/],
  ['fulfilled', 1, /is fulfilled/],
  ['fulfilled', 0, /is fulfilled/],
  ['cancelled', 0, /is cancelled/],
])('a %s order with in_amware %d', (order_status, in_amware, reason) => {
  const order = { order_status, editable: isEditable({ order_status, in_amware }) };
  if (reason) expect(editingEnded(order)).toMatch(reason);
  else expect(editingEnded(order)).toBeNull();
});

const ready = { order_status: 'pending', source_state: 'ready', on_hold: false } as const;

test.each([
  ['ready', {}, true],
  ['stopped by an issue', { order_status: 'error' as const }, false],
  ['on hold', { on_hold: true }, false],
  ['not paid at the channel', { source_state: 'waiting' as const }, false],
  ['with the warehouse', { order_status: 'packing' as const }, false],
])('an order that is %s may leave while it is edited: %s', (_, facts, leaves) => {
  expect(isReadyUnlessLocked({ ...ready, ...facts })).toBe(leaves);
});

test.each([
  ['as the channel has it', null, '4.25', '4.25'],
  ['a gift of the channel', null, '0.00', '0.00'],
  ['with another quantity here', 3, '0.00', '0.00'],
  ['that the channel asks for no longer', 0, '4.25', '4.25'],
  ['added here', 0, '0.00', null],
])('the price of a line %s', (_, source_quantity, unit_price, price) => {
  expect(priceOf({ source_quantity, unit_price })).toBe(price);
});
