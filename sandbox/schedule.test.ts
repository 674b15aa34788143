import { expect, test } from 'vitest';
import { manualClock } from './clock.ts';
import { createSchedule } from './schedule.ts';

test('work runs in the order of its time, and at the same time in the order in which it was planned', () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const schedule = createSchedule(clock);
  const done: string[] = [];
  for (const [wait, name] of [
    [50, 'late'],
    [10, 'first'],
    [10, 'second'],
    [30, 'middle'],
    [90, 'never'],
  ] as const)
    schedule.at(clock.now() + wait, () => done.push(name));
  schedule.runDue();
  expect(done).toEqual([]);
  clock.advance(60);
  schedule.runDue();
  expect(done).toEqual(['first', 'second', 'middle', 'late']);
  schedule.stop();
});
