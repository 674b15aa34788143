import { expect, test } from 'vitest';
import { databaseClock } from './database-clock.ts';

test.each([
  ['a connection to the database was long in coming', 30_000, 1],
  ['its reply was', 1, 30_000],
])('a process is never ahead of the database, though %s', async (_, beforeMs, afterMs) => {
  let [passed, differs] = [0, 600_000];
  const local = () => passed + differs;
  const clock = databaseClock(async () => {
    passed += beforeMs;
    const now = new Date(passed);
    passed += afterMs;
    return now;
  }, local);
  await clock.set();
  expect(clock.now().getTime()).toBe(passed - afterMs);
  passed += 5_000;
  expect(clock.now().getTime()).toBeLessThanOrEqual(passed);
  differs = 0;
  await clock.set();
  expect(clock.now().getTime()).toBeLessThanOrEqual(passed);
});
