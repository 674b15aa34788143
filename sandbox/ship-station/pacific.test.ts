import { expect, test } from 'vitest';
import { formatPacific, instantOfPacific, pacificOf, parsePacific } from './pacific.ts';

test.each([
  ['2015-06-11T16:29:35.097Z', '2015-06-11T09:29:35.0970000'],
  ['2026-01-15T08:00:00.000Z', '2026-01-15T00:00:00.0000000'],
  ['2026-03-08T09:59:59.999Z', '2026-03-08T01:59:59.9990000'],
  ['2026-03-08T10:00:00.000Z', '2026-03-08T03:00:00.0000000'],
  ['2026-11-01T08:30:00.000Z', '2026-11-01T01:30:00.0000000'],
  ['2026-11-01T09:30:00.000Z', '2026-11-01T01:30:00.0000000'],
  ['2026-11-01T10:30:00.000Z', '2026-11-01T02:30:00.0000000'],
])('%s is %s in Pacific time', (instant, written) => {
  expect(formatPacific(pacificOf(Date.parse(instant)))).toBe(written);
});

test.each([
  ['2026-11-01T01:30:00', '2026-11-01T09:30:00.000Z'],
  ['2026-03-08T02:30:00', '2026-03-08T10:30:00.000Z'],
  ['2026-07-01T12:00:00', '2026-07-01T19:00:00.000Z'],
])('%s is read as %s', (written, instant) => {
  expect(new Date(instantOfPacific(parsePacific(written) ?? 0)).toISOString()).toBe(instant);
});

test('a filter value may name its zone, and may be a day alone', () => {
  expect(parsePacific('2026-07-01T19:00:00Z')).toBe(parsePacific('2026-07-01T12:00:00.0000000'));
  expect(parsePacific('2026-07-01T19:00:00-00:00')).toBe(parsePacific('2026-07-01 12:00:00'));
  expect(parsePacific('2026-07-01T21:00:00+02:00')).toBe(parsePacific('2026-07-01T12:00'));
  expect(parsePacific('2026-07-01')).toBe(parsePacific('2026-07-01T00:00:00'));
  expect(parsePacific('yesterday')).toBeNull();
});
