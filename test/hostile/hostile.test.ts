import { afterAll, beforeAll, expect, test } from 'vitest';
import { inputs } from './inputs.ts';
import { measureInput } from './measure.ts';
import { type Attacked, startAttacked } from './product.ts';

let attacked: Attacked;
beforeAll(async () => {
  attacked = await startAttacked();
});
afterAll(() => attacked.stop());

// How much longer than idle is for npm run test:hostile, on a machine of its own; each of these once took from seconds to minutes.
test.each(inputs)('$item: $name stops nobody else', async (input) => {
  const { p99, health, refused, statuses } = await measureInput(attacked, input);
  expect(statuses.filter((status) => !input.statuses.includes(status))).toEqual([]);
  expect(refused).toBe(0);
  expect(Math.max(p99, health)).toBeLessThan(2_500);
});
