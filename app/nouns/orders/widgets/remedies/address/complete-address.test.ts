import { expect, test } from 'vitest';
import { impactOf } from './complete-address.tsx';

test('of many orders whose addresses lack the same, the form says that it is of the oldest one alone', () => {
  expect(impactOf({ orders: 1_030 })).toMatch(/^It is the oldest of 1,030 orders, each with an address of its own\. The order continues/);
  for (const issue of [{}, { orders: 1 }]) expect(impactOf(issue)).toMatch(/^The order continues as soon as it is saved\./);
});
