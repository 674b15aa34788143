import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { visit } from '../test/visit.ts';

test('forty requests a minute, then 429 until the window ends, and each reply states what is left', async () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const { shipStation, control } = await visit({ clock });
  const standing = async () => {
    const { status, headers } = await shipStation('/stores');
    return [status, ...['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-rate-limit-${name}`)))];
  };
  expect(await standing()).toEqual([200, 40, 39, 60]);
  clock.advance(12_500);
  expect(await standing()).toEqual([200, 40, 38, 48]);
  for (let request = 3; request <= 39; request++) await shipStation('/stores');
  expect(await standing()).toEqual([200, 40, 0, 48]);
  expect(await standing()).toEqual([429, 40, 0, 48]);
  clock.advance(47_500);
  expect(await standing()).toEqual([200, 40, 39, 60]);
  expect(control.summary().shipStation[0]?.counters).toMatchObject({ requests: 42, earned429: 1 });
});

test('each key has its own window, and a lifted limit says nothing', async () => {
  const { shipStation, steer } = await visit({ limits: { shipStation: 1 } });
  await shipStation('/stores');
  expect((await shipStation('/stores')).status).toBe(429);
  const authorization = `Basic ${Buffer.from('second-key:second-secret').toString('base64')}`;
  expect((await shipStation('/stores', { headers: { authorization } })).status).toBe(200);
  await steer('/settings', { method: 'PUT', body: { limits: { shipStation: null } } });
  const { status, headers } = await shipStation('/stores');
  expect([status, headers.get('x-rate-limit-limit')]).toEqual([200, null]);
});
