import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clearOfRepeatedHour, fromPacific, pacificDay, toPacific } from './pacific.ts';

const instant = (text: string) => new Date(text);

describe('reading V1 times', () => {
  test.each([
    ['summer, seven digits', '2015-06-11T09:29:35.0970000', '2015-06-11T16:29:35.097Z'],
    ['winter', '2026-11-20T02:15:30', '2026-11-20T10:15:30.000Z'],
    ['a space for the T', '2026-11-20 02:15:30', '2026-11-20T10:15:30.000Z'],
    ['a day alone is its midnight', '2026-11-20', '2026-11-20T08:00:00.000Z'],
    ['digits past the millisecond are cut, never rounded up', '2026-11-20T02:15:30.1239999', '2026-11-20T10:15:30.123Z'],
    ['the hour that comes twice: the earlier', '2026-11-01T01:30:00', '2026-11-01T08:30:00.000Z'],
    ['just before it', '2026-11-01T00:59:59', '2026-11-01T07:59:59.000Z'],
    ['just after it', '2026-11-01T02:00:00', '2026-11-01T10:00:00.000Z'],
    ['the hour that is skipped', '2026-03-08T02:30:00', '2026-03-08T10:30:00.000Z'],
    ['just before it', '2026-03-08T01:59:59', '2026-03-08T09:59:59.000Z'],
    ['just after it', '2026-03-08T03:00:00', '2026-03-08T10:00:00.000Z'],
    ['a zone of its own', '2026-11-20T10:15:30Z', '2026-11-20T10:15:30.000Z'],
    ['an offset of its own', '2026-11-20T10:15:30-00:00', '2026-11-20T10:15:30.000Z'],
  ])('%s: %s', (_, text, expected) => expect(fromPacific(text)).toEqual(instant(expected)));

  test.each(['', 'soon', '2026-13-01T00:00:00', '2026-11-20T25:00:00', '0000'])('%j is no time', (text) =>
    expect(fromPacific(text)).toBeNull(),
  );
});

test('writing: Pacific, to the millisecond, without a zone', () => {
  expect(toPacific(instant('2026-07-01T00:00:00.007Z'))).toBe('2026-06-30T17:00:00.007');
  expect(toPacific(instant('2026-12-01T07:59:59.999Z'))).toBe('2026-11-30T23:59:59.999');
  expect(pacificDay(instant('2026-12-01T07:59:59Z'))).toBe('2026-11-30');
});

test('what was written reads back as the same instant, or at the repeated hour one hour before', () => {
  fc.assert(
    fc.property(fc.date({ min: instant('2007-01-01'), max: instant('2040-01-01'), noInvalidDate: true }), (date) => {
      const lag = date.getTime() - (fromPacific(toPacific(date))?.getTime() ?? Number.NaN);
      expect(clearOfRepeatedHour(date) < date ? [0, 3_600_000] : [0]).toContain(lag);
    }),
  );
});

test.each([
  ['2026-11-01T06:59:59Z', 0],
  ['2026-11-01T07:00:01Z', 2],
  ['2026-11-01T08:30:00Z', 2],
  ['2026-11-01T09:30:00Z', 2],
  ['2026-11-01T10:59:59Z', 2],
  ['2026-11-01T11:00:01Z', 0],
  ['2026-03-08T10:30:00Z', 0],
])('a watermark at %s steps back %i hours', (text, hours) => {
  expect(clearOfRepeatedHour(instant(text)).getTime()).toBe(instant(text).getTime() - hours * 3_600_000);
});

test('a watermark in the repeated hour steps back to where the clock is plain', () => {
  for (let minute = 0; minute < 120; minute++) {
    const inside = new Date(instant('2026-11-01T08:00:00Z').getTime() + minute * 60_000);
    const clear = clearOfRepeatedHour(inside);
    expect(fromPacific(toPacific(clear))).toEqual(clear);
  }
});
