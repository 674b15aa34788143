import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../database.ts';
import { inputs } from './inputs.ts';
import { measureIdle, measureInput } from './measure.ts';
import { type Attacked, startAttacked } from './product.ts';

const own = testDatabase();
let attacked: Attacked;
beforeAll(async () => {
  attacked = await startAttacked(own.url);
  // Its code is compiled, and its modules are loaded.
  await measureIdle(attacked, 500);
});
afterAll(() => attacked.stop());

/** Each of these once kept the web process busy from seconds to minutes; each takes less than one now. */
const mostUsedMs = 3_000;

// How long others wait is for npm run test:hostile, on a machine of its own. Here the web process's work is counted, which no other load
// changes: what it does not do keeps nobody waiting.
test.each(inputs)('$item: $name stops nobody else', async (input) => {
  const { refused, statuses, wrong, core, samples } = await measureInput(attacked, { input, ms: 0 });
  expect(Object.keys(statuses).filter((status) => !input.statuses.includes(Number(status)))).toEqual([]);
  expect([refused, wrong]).toEqual([0, []]);
  // Others' requests go on in the meantime, and count a few ms each.
  if (core) expect(core.used).toBeLessThan(mostUsedMs + 5 * samples);
});
