import { expect, test } from 'vitest';
import { fitting, timeOf } from './times.ts';

const times = { 'a.test.ts': 4_000, 'b.e2e.ts': 30_000, 'c.test.ts': 1_000 };

test('the nearest come first, and what does not fit leaves its time to those after it', () => {
  const tests = ['a.test.ts', 'b.e2e.ts', 'c.test.ts'].map((path) => ({ path }));
  const { chosen, left } = fitting(tests, times, { ms: 10_000, sideBySide: 2 });
  expect([chosen, left].map((paths) => paths.map(({ path }) => path))).toEqual([['a.test.ts', 'c.test.ts'], ['b.e2e.ts']]);
});

test('what runs side by side has as much time more', () => {
  const tests = Array.from({ length: 9 }, (_, place) => ({ path: `${place}.test.ts` }));
  const known = Object.fromEntries(tests.map(({ path }) => [path, 2_000]));
  expect(fitting(tests, known, { ms: 5_000, sideBySide: 3 }).chosen).toHaveLength(7);
});

test('a file that never ran is taken to need what its kind does', () => {
  expect([timeOf('c.test.ts', times), timeOf('new.test.ts', times), timeOf('new.e2e.ts', times)]).toEqual([1_000, 3_000, 20_000]);
});
