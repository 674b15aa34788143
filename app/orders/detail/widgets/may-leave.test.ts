import { expect, test } from 'vitest';
import { mayLeave } from './may-leave.ts';

const ready = { order_status: 'pending', source_state: 'ready', on_hold: false } as const;

test.each([
  ['ready', {}, true],
  ['stopped by an issue', { order_status: 'error' as const }, false],
  ['on hold', { on_hold: true }, false],
  ['not paid at the channel', { source_state: 'waiting' }, false],
  ['with the warehouse', { order_status: 'packing' as const }, false],
])('an order that is %s may leave while it is edited: %s', (_, facts, leaves) => {
  expect(mayLeave({ ...ready, ...facts })).toBe(leaves);
});
