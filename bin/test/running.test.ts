import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minute, Running } from './running.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a file that takes too long is named with the test that it began last, until it ends', () => {
  const running = new Running(2);
  running.began('orders.test.ts');
  running.began('orders.test.ts', 'a page of them');
  running.began('orders.test.ts', 'none of them');
  vi.advanceTimersByTime(3 * minute);
  running.began('lines.test.ts');
  expect(running.long()).toEqual([]);
  vi.advanceTimersByTime(minute);
  expect(running.long()).toEqual(['After 4 minutes still running: orders.test.ts: none of them']);
  expect(running.ended('orders.test.ts')).toBe(false);
  vi.advanceTimersByTime(4 * minute);
  expect(running.long()).toEqual(['After 5 minutes still running: lines.test.ts']);
  expect(running.ended('lines.test.ts')).toBe(true);
  expect(running.long()).toEqual([]);
});
