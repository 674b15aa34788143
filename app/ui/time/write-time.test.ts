import { expect, test } from 'vitest';
import { writeAge, writeDateTime, writeDay, writeExact, writeTimeOfDay } from './write-time.ts';

const now = Date.UTC(2026, 2, 4, 9, 14, 3);
const ago = (seconds: number) => new Date(now - seconds * 1_000);

test.each([
  [3, 'now'],
  [40, '40 s'],
  [150, '3 min'],
  [3 * 3_600, '3 h'],
  [5 * 86_400, '5 d'],
  [90 * 86_400, 'Dec 4, 2025'],
  [-120, 'in 2 min'],
])('%d seconds ago reads %s', (seconds, words) => {
  expect(writeAge(ago(seconds), now, 'UTC')).toBe(words);
});

test('times are written in the zone of the account', () => {
  const time = new Date(now);
  expect(writeDateTime(time, 'UTC')).toBe('Mar 4, 2026 9:14 am');
  expect(writeDateTime(time, 'America/Los_Angeles')).toBe('Mar 4, 2026 1:14 am');
  expect(writeExact(time, 'Europe/Paris')).toBe('Mar 4, 2026 10:14:03 am GMT+1');
  expect(writeTimeOfDay(time, 'Asia/Tokyo')).toBe('6:14 pm');
  expect(writeDay(time, 'Pacific/Auckland')).toBe('Mar 4, 2026');
});
