import { expect, test } from 'vitest';
import { zoneOf } from './zone-of.ts';

test.each([
  ['nav=open; zone=America/New_York; other=1', 'America/New_York'],
  ['zone=UTC', 'UTC'],
  ['zone=Etc/GMT+5', 'Etc/GMT+5'],
  ['zone=europe/london', 'Europe/London'],
  ['zone=Mars/Olympus', null],
  ['timezone=UTC', null],
  [`zone=${'A'.repeat(10_000)}`, null],
  ['', null],
  [null, null],
])('of the cookies %j the zone is %j', (cookies, zone) => {
  expect(zoneOf(cookies)).toBe(zone);
});
