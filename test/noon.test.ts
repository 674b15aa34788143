import { expect, test } from 'vitest';
import { dayAt } from '../app/ui/time/day.ts';
import { zonesAt } from './noon.ts';

test.each(Array.from({ length: 24 }, (_, hour) => [hour]))('at %d:59 UTC it is noon somewhere, and another day elsewhere', (hour) => {
  const now = Date.UTC(2026, 10, 21, hour, 59, 59);
  const { noonZone, otherDayZone } = zonesAt(hour);
  const days = (timezone: string) => new Set([-0.9, 0, 0.9].map((later) => dayAt(new Date(now + later * 3_600_000), timezone)));
  const [noon, other] = [days(noonZone), days(otherDayZone)];
  expect([noon.size, other.size, noon.union(other).size]).toEqual([1, 1, 2]);
});
