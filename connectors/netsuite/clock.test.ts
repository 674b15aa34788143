import { expect, test } from 'vitest';
import { clearOfRepeatedHour, dayOf, fromWall, isZone, toWall } from './clock.ts';

const zone = 'America/New_York';

test('an instant is written and read by the clock of the account', () => {
  expect(toWall(zone, new Date('2026-11-20T15:00:30.999Z'))).toBe('2026-11-20 10:00:30');
  expect(fromWall(zone, '2026-11-20 10:00:30')).toEqual(new Date('2026-11-20T15:00:30Z'));
  expect(fromWall(zone, '2026-11-20')).toEqual(new Date('2026-11-20T05:00:00Z'));
  expect(dayOf(zone, new Date('2026-11-20T03:00:00Z'))).toBe('2026-11-19');
});

test.each(['', 'yesterday', '20.11.2026', '2026-13-01 00:00:00'])('%j is no time', (text) => expect(fromWall(zone, text)).toBeNull());

test('of the hour that comes twice the earlier is taken, and a watermark stays clear of it', () => {
  expect(fromWall(zone, '2026-11-01 01:30:00')).toEqual(new Date('2026-11-01T05:30:00Z'));
  expect(toWall(zone, new Date('2026-11-01T06:10:00Z'))).toBe('2026-11-01 01:10:00');
  expect(clearOfRepeatedHour(zone, new Date('2026-11-01T06:10:00Z'))).toEqual(new Date('2026-11-01T04:10:00Z'));
  expect(clearOfRepeatedHour(zone, new Date('2026-11-02T06:10:00Z'))).toEqual(new Date('2026-11-02T06:10:00Z'));
  expect(clearOfRepeatedHour(zone, new Date('2026-03-08T07:10:00Z'))).toEqual(new Date('2026-03-08T07:10:00Z'));
});

test('names of zones are known', () => {
  expect([isZone('Europe/Berlin'), isZone('Berlin'), isZone('')]).toEqual([true, false, false]);
});
