import { describe, expect, test } from 'vitest';
import { dateStyles } from '../../../platform/date-style.ts';
import {
  writeAge,
  writeCalendarDay,
  writeDateTime,
  writeDay,
  writeDueDay,
  writeExact,
  writeShortDay,
  writeTimeOfDay,
  zoneAbbreviation,
} from './write-time.ts';

const now = Date.UTC(2026, 2, 4, 9, 14, 3);
const ago = (seconds: number) => new Date(now - seconds * 1_000);
const at = (timezone: string) => ({ timezone, dateStyle: 'month_first' }) as const;

test.each([
  [3, 'now'],
  [40, '40 s'],
  [150, '3 min'],
  [3 * 3_600, '3 h'],
  [5 * 86_400, '5 d'],
  [90 * 86_400, 'Dec 4, 2025'],
  [-120, 'in 2 min'],
])('%d seconds ago reads %s', (seconds, words) => {
  expect(writeAge(ago(seconds), now, at('UTC'))).toBe(words);
});

test.each([
  ['2026-03-04T00:00:00Z', 'today'],
  ['2026-03-04T23:59:00Z', 'today'],
  ['2026-03-05T00:00:00Z', 'tomorrow'],
  ['2026-03-03T23:00:00Z', 'yesterday'],
  ['2026-03-07T12:00:00Z', 'in 3 d'],
  ['2026-03-02T12:00:00Z', '2 d ago'],
  ['2026-06-01T00:00:00Z', 'Jun 1, 2026'],
])('a day that is due at %s is %s on March 4, whatever its time', (due, words) => {
  expect(writeDueDay(new Date(due), now, at('UTC'))).toBe(words);
});

test('times are written in the zone of the account', () => {
  const time = new Date(now);
  expect(writeDateTime(time, at('UTC'))).toBe('Mar 4, 2026 9:14 am');
  expect(writeDateTime(time, at('America/Los_Angeles'))).toBe('Mar 4, 2026 1:14 am');
  expect(writeExact(time, at('Europe/Paris'))).toBe('Mar 4, 2026 10:14:03 am GMT+1');
  expect(writeTimeOfDay(time, at('Asia/Tokyo'))).toBe('6:14 pm');
  expect(writeDay(time, at('Pacific/Auckland'))).toBe('Mar 4, 2026');
  expect(writeDateTime(new Date(Date.UTC(2026, 2, 4, 0, 5)), at('UTC'))).toBe('Mar 4, 2026 12:05 am');
});

describe('in the style of the account', () => {
  const written = {
    month_first: ['Mar 4, 2026', 'Mar 4', 'Mar 4, 2026 6:14 pm', '6:14 pm', 'Mar 4, 2026 6:14:03 pm GMT+9', 'Dec 4, 2025'],
    day_first: ['4 Mar 2026', '4 Mar', '4 Mar 2026 18:14', '18:14', '4 Mar 2026 18:14:03 GMT+9', '4 Dec 2025'],
    year_first: ['2026-03-04', '03-04', '2026-03-04 18:14', '18:14', '2026-03-04 18:14:03 GMT+9', '2025-12-04'],
  };
  test.each(dateStyles)('%s', (dateStyle) => {
    const style = { timezone: 'Asia/Tokyo', dateStyle };
    const time = new Date(now);
    const old = writeAge(ago(90 * 86_400), now, style);
    const day = writeCalendarDay('2026-03-04', dateStyle);
    const short = writeShortDay('2026-03-04', dateStyle);
    expect([day, short, writeDateTime(time, style), writeTimeOfDay(time, style), writeExact(time, style), old]).toEqual(written[dateStyle]);
    expect(writeDay(time, style)).toBe(day);
  });
});

test.each([
  ['UTC', '2026-07-01', 'UTC'],
  ['America/Los_Angeles', '2026-07-01', 'PDT'],
  ['America/Los_Angeles', '2026-12-01', 'PST'],
  ['Asia/Tokyo', '2026-07-01', 'GMT+9'],
])('%s on %s is called %s', (timezone, day, name) => {
  expect(zoneAbbreviation(timezone, Date.parse(day))).toBe(name);
});
