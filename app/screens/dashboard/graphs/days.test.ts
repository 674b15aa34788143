import { expect, test } from 'vitest';
import { daysShown, eachDay, lastDays, writeDays } from './days.ts';

test('the last seven days end today, across months, leap days and the change of clocks', () => {
  expect(lastDays(7, '2026-11-21')).toEqual({ startDate: '2026-11-15', endDate: '2026-11-21' });
  expect(lastDays(7, '2028-03-02')).toEqual({ startDate: '2028-02-25', endDate: '2028-03-02' });
  expect(eachDay({ startDate: '2026-03-28', endDate: '2026-03-30' })).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
  expect(eachDay({ startDate: '2026-03-30', endDate: '2026-03-28' })).toEqual([]);
});

const [tokyo, london, angeles] = ['Asia/Tokyo', 'Europe/London', 'America/Los_Angeles'];

test.each([
  ['in the same zone', london, london, '2026-11-29', london],
  ['with the same day as the account', tokyo, london, '2026-11-29', tokyo, '2026-11-29T06:00:00Z'],
  ['a day ahead of the account', tokyo, angeles, '2026-11-30', tokyo],
  ['a day behind the account', angeles, tokyo, '2026-11-30', tokyo],
])('in a browser %s no order of today is left out', (_, own, account, endDate, zone, now = '2026-11-29T22:00:00Z') => {
  expect(daysShown(new Date(now), own, account)).toEqual({ days: lastDays(7, endDate), zone });
});

test.each([
  ['month_first', 'Nov 15 – Nov 21, 2026', 'Dec 28, 2026 – Jan 3, 2027'],
  ['day_first', '15 Nov – 21 Nov 2026', '28 Dec 2026 – 3 Jan 2027'],
  ['year_first', '2026-11-15 – 2026-11-21', '2026-12-28 – 2027-01-03'],
] as const)('a range is written %s', (style, week, turn) => {
  expect(writeDays({ startDate: '2026-11-15', endDate: '2026-11-21' }, style)).toBe(week);
  expect(writeDays({ startDate: '2026-12-28', endDate: '2027-01-03' }, style)).toBe(turn);
});
