import { expect, test } from 'vitest';
import { writeShortDate } from './short-date.tsx';

test.each([
  ['2026-03-04T09:14:00Z', 'UTC', '3/4/26 09:14'],
  ['2026-03-04T00:05:00Z', 'UTC', '3/4/26 00:05'],
  ['2026-12-31T23:59:59Z', 'Asia/Tokyo', '1/1/27 08:59'],
  ['2026-07-04T12:00:00Z', 'America/New_York', '7/4/26 08:00'],
])('%s in %s reads %s', (time, zone, words) => {
  expect(writeShortDate(new Date(time), zone)).toBe(words);
});
