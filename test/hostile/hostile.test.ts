import { afterAll, beforeAll, expect, test } from 'vitest';
import { inputs } from './inputs.ts';
import { type Measured, measureIdle, measureInput } from './measure.ts';
import { type Attacked, startAttacked } from './product.ts';

let attacked: Attacked;
let idle: Measured;
beforeAll(async () => {
  attacked = await startAttacked();
  idle = await measureIdle(attacked, 1_000);
});
afterAll(() => attacked.stop());

// How much longer than idle is for npm run test:hostile, on a machine of its own; each of these once took from seconds to minutes.
test.each(inputs)('$item: $name stops nobody else', async (input) => {
  const { p99, health, refused, statuses, wrong } = await measureInput(attacked, { input, ms: 0 });
  expect(Object.keys(statuses).filter((status) => !input.statuses.includes(Number(status)))).toEqual([]);
  expect([refused, wrong]).toEqual([0, []]);
  expect(Math.max(p99, health)).toBeLessThan(2_500 + 10 * Math.max(idle.p99, idle.health));
});
