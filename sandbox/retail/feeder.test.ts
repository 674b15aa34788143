import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { instantOfPacific } from '../ship-station/pacific.ts';
import { visit } from '../test/visit.ts';
import { samplePath } from './invoices.ts';

test('a handful comes at once, then orders come at the pace, some of them together', async () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const { control, steer } = await visit({ clock });
  await steer('/replay', { body: {} });
  const count = () => control.seller().orders.size;
  await expect.poll(count).toBe(40);
  expect(control.client().items.rows.size).toBe(1955);
  const sizes: number[] = [];
  control.seller().onImport((_batch, orders) => sizes.push(orders.length));
  const tick = () => {
    clock.advance(3000);
    control.runDue();
    return count();
  };
  await expect.poll(tick, { interval: 5 }).toBeGreaterThan(100);
  expect([Math.min(...sizes), Math.max(...sizes) >= 4]).toEqual([1, true]);
  const newest = [...control.seller().orders.values()].at(-1);
  expect(newest?.modifyDate).toBeGreaterThan(newest?.orderDate ?? 0);
});

test('orders are dated as the file says, or on request as if they had just come at the pace', async () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const { control, steer } = await visit({ clock });
  const dates = () => [...control.seller().orders.values()].map(({ orderDate }) => new Date(instantOfPacific(orderDate)).toISOString());
  await steer('/replay', { body: { limit: 3, immediate: 3, asOfNow: true } });
  await expect.poll(dates).toEqual(['2026-11-20T09:59:54.000Z', '2026-11-20T09:59:57.000Z', '2026-11-20T10:00:00.000Z']);
  await expect.poll(() => control.replay().state()?.finished).toBe(true);
  await steer('/replay', { body: { startAt: 3, limit: 1, immediate: 1 } });
  await expect.poll(() => dates().slice(3)).toEqual(['2010-12-01T08:34:00.000Z']);
});

test('a share of the sales is ChannelAdvisor’s, and none is sold twice', async () => {
  const { control, steer } = await visit();
  await steer('/replay', { body: { limit: 200, immediate: 200, rate: 60_000, channelAdvisorPercent: 25 } });
  await expect.poll(() => control.replay().state()?.finished).toBe(true);
  const advisor = [...control.advisor().orders.rows.values()];
  const numbers = [
    ...advisor.map(({ SiteOrderID }) => SiteOrderID),
    ...[...control.seller().orders.values()].map((one) => one.orderNumber),
  ];
  expect([numbers.length, new Set(numbers).size]).toEqual([200, 200]);
  expect(advisor.length).toBeGreaterThan(20);
  // One of them cannot be mapped, and all others are as a marketplace sells.
  expect(advisor.some((order) => order.RequestedShippingClass === 'SPECIAL1PM')).toBe(true);
  expect(advisor.every(({ PaymentStatus, Items }) => PaymentStatus === 'Cleared' && Items.every(({ Quantity }) => Quantity > 0))).toBe(
    true,
  );
});

test('a replay ends, and the same file again enters nothing twice', async () => {
  const { control, steer } = await visit();
  const finished = () => expect.poll(() => control.replay().state()).toMatchObject({ finished: true, running: false, position: 25 });
  await steer('/replay', { body: { rate: 60_000, startAt: 5, limit: 20, immediate: 20 } });
  await finished();
  expect(control.replay().state()).toMatchObject({ entered: 20 });
  await steer('/replay', { body: { rate: 60_000, startAt: 5, limit: 20, immediate: 20 } });
  await finished();
  expect([control.replay().state()?.entered, control.seller().orders.size]).toEqual([0, 20]);
});

test('a replay goes on where it was after a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'replay-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const first = await startSandbox({ dataDir, clock: manualClock('2026-11-20T10:00:00Z') });
  first.control.replay().start({ file: samplePath, rate: 1, immediate: 7, startAt: 0, limit: 12, asOfNow: false });
  await expect.poll(() => first.control.replay().state()?.position).toBe(7);
  await first.stop();

  const clock = manualClock('2026-11-20T11:00:00Z');
  const second = await startSandbox({ dataDir, clock });
  onTestFinished(() => second.stop());
  expect(second.control.replay().state()).toMatchObject({ running: true, position: 7 });
  const tick = () => {
    clock.advance(60_000);
    second.control.runDue();
    return second.control.replay().state();
  };
  await expect.poll(tick).toMatchObject({ finished: true, position: 12 });
  expect(second.control.seller().orders.size).toBe(12);
});

test('a file that cannot be read stops the replay with its reason', async () => {
  const { control, steer } = await visit();
  await steer('/replay', { body: { file: '/nowhere/sales.csv', rate: 60 } });
  await expect.poll(() => control.replay().state()).toMatchObject({ running: false, failure: expect.stringContaining('ENOENT') });
});
