import { expect, test } from 'vitest';
import { minutesIn, timesOfDay, timeValue } from './times-of-day.ts';

test('the times of a day at half hours, by 12-hour clock and as values', () => {
  const times = timesOfDay(30);
  expect(times).toHaveLength(48);
  expect([times[0], times[1], times[25], times[47]]).toEqual([
    { value: '00,00', label: '12:00 am' },
    { value: '00,30', label: '12:30 am' },
    { value: '12,30', label: '12:30 pm' },
    { value: '23,30', label: '11:30 pm' },
  ]);
  expect(timesOfDay(48)).toHaveLength(30);
});

test.each([
  ['00,00', 0],
  ['09,05', 545],
  ['23,59', 1439],
  ['24,00', null],
  ['9,00', null],
  ['09:00', null],
  ['', null],
])('%j is %s minutes', (value, minutes) => {
  expect(minutesIn(value)).toBe(minutes);
  if (minutes !== null) expect(timeValue(minutes)).toBe(value);
});
