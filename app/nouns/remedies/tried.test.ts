import { expect, test } from 'vitest';
import { hasFailedAgain, rememberTried } from './tried.ts';

test('what was tried and is there again has failed again, for ten minutes', () => {
  rememberTried([{ order_id: 1 }, { order_id: 2 }], 1_000);
  expect([hasFailedAgain({ order_id: 2 }, 601_000), hasFailedAgain({ order_id: 2 }, 601_001)]).toEqual([true, false]);
});

test('a new order that waits for the same has not failed again, nor has a purchase order of the same id', () => {
  rememberTried([{ order_id: 1 }], 1_000);
  expect([hasFailedAgain({ order_id: 3 }, 1_001), hasFailedAgain({ purchase_order_id: 1 }, 1_001)]).toEqual([false, false]);
});
