import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { listen, twoItems, visit, warehouseOrder } from '../test/visit.ts';

async function listening(...statuses: number[]) {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const visited = await visit({ pace: 'manual', clock });
  visited.control.client().catalogue.take(twoItems);
  const hook = await listen(...statuses);
  await visited.steer('/webhooks', { body: { target: 'amware', url: hook.url, secret: 's3cret' } });
  const pass = (ms: number) => {
    clock.advance(ms);
    visited.control.runDue();
  };
  return { ...visited, hook, pass };
}

test('a change is sent as a webhook, signed over time and body', async () => {
  const { amware, hook, pass } = await listening(200);
  const { body: order } = await amware<{ id: string }>('/orders', warehouseOrder('r1'));
  pass(100);
  const { headers, body } = await hook.next();
  expect(JSON.parse(body)).toMatchObject({ event: 'order.changed', ids: [order.id], occurred_at: '2026-11-20T10:00:00.100Z' });
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['amware-signature'])) ?? [];
  expect(signature).toBe(createHmac('sha256', 's3cret').update(`${seconds}.${body}`).digest('hex'));
  expect(headers['amware-delivery']).toBe((JSON.parse(body) as { id: string }).id);
});

test('a delivery that is not accepted is sent again under the same id', async () => {
  const { amware, hook, pass } = await listening(500, 200);
  await amware('/orders', warehouseOrder('r1'));
  pass(100);
  const first = await hook.next();
  const again = hook.next();
  // The sandbox learns of the refusal a moment after the listener gave it, so time is moved until it has tried again.
  let taken: Awaited<typeof again> | undefined;
  void again.then((one) => {
    taken = one;
  });
  await expect.poll(() => pass(5_000) ?? taken?.headers['amware-delivery']).toBe(first.headers['amware-delivery']);
});

test('a duplicate fault sends a delivery twice', async () => {
  const { amware, hook, pass, control } = await listening(200);
  control.faults.add({ target: 'amware', operation: 'webhook', kind: 'duplicate' });
  await amware('/orders', warehouseOrder('r1'));
  pass(100);
  const [one, two] = [await hook.next(), await hook.next()];
  expect(one.headers['amware-delivery']).toBe(two.headers['amware-delivery']);
});
