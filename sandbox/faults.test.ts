import { expect, test } from 'vitest';
import { manualClock } from './clock.ts';
import type { FaultKind } from './faults.ts';
import { twoItems, visit, warehouseOrder } from './test/visit.ts';

type Feed = { records: { sku: string }[] };

async function visitWith(kind: FaultKind, fault: object = {}) {
  const visited = await visit({ pace: 'manual' });
  visited.control.client().catalogue.take(twoItems);
  await visited.steer('/faults', { body: { target: 'amware', kind, ...fault } });
  return visited;
}

test.each([
  ['429', 429, '2'],
  ['429_bare', 429, null],
  ['500', 500, null],
  ['expired_credentials', 401, null],
] as const)('%s replies %i once, then requests succeed again', async (kind, status, retryAfter) => {
  const { amware, control } = await visitWith(kind);
  const spoilt = await amware('/account');
  expect([spoilt.status, spoilt.headers.get('retry-after'), spoilt.body !== null]).toEqual([status, retryAfter, true]);
  expect((await amware('/account')).status).toBe(200);
  expect(control.summary().amware[0]?.counters).toMatchObject({ earned429: 0, faults: { [kind]: 1 } });
});

test.each(['malformed', 'truncated'] as const)('%s gives a 200 that cannot be read', async (kind) => {
  const { amware } = await visitWith(kind, { operation: 'read_items' });
  await expect(amware('/items')).rejects.toThrow();
  expect((await amware<Feed>('/items')).body.records).toHaveLength(2);
});

test('drop_after_accept takes effect without a reply, and only hits requests that change something', async () => {
  const { amware } = await visitWith('drop_after_accept');
  expect((await amware('/account')).status).toBe(200);
  await expect(amware('/orders', warehouseOrder('r1'))).rejects.toThrow();
  expect((await amware('/orders?reference=r1')).body).toMatchObject({ orders: [{ reference: 'r1' }] });
  expect((await amware('/orders', warehouseOrder('r1'))).status).toBe(200);
});

test('hang never replies, and changes nothing', async () => {
  const { amware } = await visitWith('hang', { operation: 'submit_order' });
  await expect(amware('/orders', { ...warehouseOrder('r1'), signal: AbortSignal.timeout(150) })).rejects.toThrow('timeout');
  expect((await amware('/orders?reference=r1')).body).toEqual({ orders: [] });
});

test('slow replies late', async () => {
  const { amware } = await visitWith('slow', { ms: 120 });
  const began = performance.now();
  await amware('/account');
  expect(performance.now() - began).toBeGreaterThan(110);
});

test('what is slow is let go when the fault is cleared', async () => {
  const { amware, control } = await visitWith('slow', { ms: 600_000 });
  const reply = amware('/account');
  await expect.poll(() => control.summary().amware[0]?.counters.faults.slow).toBe(1);
  control.faults.clear();
  expect((await reply).status).toBe(200);
});

test('duplicate and out_of_order spoil pages', async () => {
  const { amware, steer } = await visitWith('out_of_order');
  const skus = async (query = '') => (await amware<Feed>(`/items${query}`)).body.records.map(({ sku }) => sku);
  expect(await skus()).toEqual(['CUP', 'MUG']);
  const { body } = await amware<{ next: string }>('/items?limit=1');
  await steer('/faults', { body: { target: 'amware', kind: 'duplicate' } });
  expect(await skus(`?after=${body.next}`)).toEqual(['MUG', 'CUP', 'CUP']);
});

test('a fault of ShipStation leaves the warehouse alone, and lasts as long or as often as asked', async () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const { shipStation, amware, steer } = await visit({ clock });
  const status = async () => (await shipStation('/stores')).status;
  await steer('/faults', { body: { target: 'ship_station', kind: '500', times: 2 } });
  expect([(await amware('/account')).status, await status(), await status(), await status()]).toEqual([200, 500, 500, 200]);
  await steer('/faults', { body: { target: 'ship_station', kind: '500', durationMs: 1000 } });
  expect([await status(), await status()]).toEqual([500, 500]);
  clock.advance(1000);
  expect(await status()).toBe(200);
  const { body } = await steer<{ id: number }>('/faults', { body: { target: 'ship_station', kind: '500', probability: 1 } });
  expect([await status(), await status()]).toEqual([500, 500]);
  await steer(`/faults/${body.id}`, { method: 'DELETE' });
  expect([await status(), (await steer('/faults', { body: { target: 'moon', kind: '500' } })).status]).toEqual([200, 422]);
});
