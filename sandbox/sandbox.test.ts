import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { optionsOf } from './config.ts';
import { startSandbox } from './sandbox.ts';
import { callers, twoItems, visit, warehouseOrder } from './test/visit.ts';

test('after a restart both stand-ins have their state, and orders on the floor go on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const first = await startSandbox({ dataDir, catalogue: 'empty', pace: 'manual' });
  first.control.client().catalogue.take(twoItems);
  const [order] = first.control.seller().add([{ orderNumber: 'N1', items: [{ sku: 'MUG', quantity: 1 }] }]);
  await callers(first).amware('/orders', warehouseOrder('r1'));
  await callers(first).shipStation('/orders/markasshipped', { body: { orderId: order?.orderId, carrierCode: 'ups' } });
  const before = first.control.state();
  await first.stop();

  const second = await startSandbox({ dataDir, catalogue: 'empty', pace: 'instant' });
  onTestFinished(() => second.stop());
  expect(second.control.state().shipStation[0]?.orders).toEqual(before.shipStation[0]?.orders);
  const again = await callers(second).amware<{ id: string }>('/orders', warehouseOrder('r1'));
  expect([again.status, again.body.id]).toEqual([200, before.amware[0]?.orders[0]?.id]);
  await expect.poll(() => second.control.summary().amware[0]?.orders).toEqual({ shipped: 1 });
  expect(second.control.seller().add([{ orderNumber: 'N2', items: [] }])[0]?.orderId).toBe((order?.orderId ?? 0) + 1);
});

test('a reset forgets everything', async () => {
  const { control, steer, amware } = await visit();
  control.client().catalogue.take(twoItems);
  await amware('/orders', warehouseOrder('r1'));
  control.faults.add({ target: 'amware', kind: '500' });
  expect((await steer('/reset', { method: 'POST' })).status).toBe(204);
  expect((await amware('/orders?reference=r1')).body).toEqual({ orders: [] });
  expect(control.client().items.rows.size).toBe(0);
});

test('the state shows the rows of each stand-in', async () => {
  const { control, steer, amware } = await visit();
  await steer('/amware/items', { body: { items: twoItems } });
  const { body } = await steer<{ orderIds: number[] }>('/ship_station/orders', {
    body: { orders: [{ orderNumber: 'N1', items: [{ sku: 'MUG', quantity: 4 }] }] },
  });
  await steer(`/ship_station/orders/${body.orderIds[0]}`, {
    method: 'PATCH',
    body: { orderStatus: 'on_hold', shipTo: { city: 'Dallas' } },
  });
  await amware('/orders', warehouseOrder('r1'));
  await expect.poll(() => control.summary().amware[0]?.orders).toEqual({ shipped: 1 });
  expect((await steer('/state')).body).toMatchObject({
    shipStation: [
      { key: 'demo-key', orders: [{ orderNumber: 'N1', status: 'on_hold', marks: 0 }] },
      { key: 'second-key', orders: [] },
    ],
    amware: [{ orders: [{ reference: 'r1', status: 'shipped', units: 6, unitsShipped: 6, parcels: 1 }] }, { orders: [] }],
  });
  expect([...control.seller().orders.values()][0]?.shipTo).toMatchObject({ city: 'Dallas', street1: '1 Main Street' });
});

test('every reply takes as long as the setting says', async () => {
  const { amware, steer } = await visit();
  await steer('/settings', { method: 'PUT', body: { latencyMs: 80, pace: 'demo' } });
  const began = performance.now();
  await amware('/account');
  expect(performance.now() - began).toBeGreaterThan(70);
  expect((await steer('/settings')).body).toMatchObject({ latencyMs: 80, pace: { open: 4000 }, limits: { shipStation: 40 } });
});

test('the environment is read, or refused with a sentence', () => {
  expect(optionsOf({ SANDBOX_PORT: '4817', SANDBOX_LIMIT: 'none', SANDBOX_DATA: '.data/sandbox', SANDBOX_LATENCY_MS: '50' })).toEqual({
    port: 4817,
    latencyMs: 50,
    pace: 'demo',
    deliveries: 'mixed',
    limits: { shipStation: null, channelAdvisor: null, amware: null },
    dataDir: '.data/sandbox',
  });
  expect(() => optionsOf({ SANDBOX_PACE: 'warp' })).toThrow('SANDBOX_PACE is demo, instant, manual; not warp.');
  expect(() => optionsOf({ SANDBOX_PORT: 'http' })).toThrow('SANDBOX_PORT is a whole number; not http.');
});
