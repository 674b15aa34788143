import { expect, test } from 'vitest';
import { coverNowAndThen } from './cover.ts';

test('the mark is raised once a second at most, and again after it was refused', async () => {
  let [now, raised, mayLeave] = [0, 0, true];
  const cover = coverNowAndThen(
    {
      cover: async () => {
        raised += 1;
        return mayLeave;
      },
    },
    () => now,
  );
  for (const at of [0, 1, 999]) {
    now = at;
    expect(await cover()).toBe(true);
  }
  expect(raised).toBe(1);
  mayLeave = false;
  for (const at of [1_000, 1_001]) {
    now = at;
    expect(await cover()).toBe(false);
  }
  expect(raised).toBe(3);
});
