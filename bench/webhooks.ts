import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { headersOf } from '../app/shared/webhooks/delivering/headers.ts';
import { bodyOf } from '../app/shared/webhooks/events/body.ts';
import { writeEvents } from '../app/shared/webhooks/events/write.ts';
import { createSubscription } from '../app/shared/webhooks/subscriptions/commands.ts';
import { startWorker } from '../app/worker.ts';
import { readEnvironment } from '../platform/env.ts';
import { createLog } from '../platform/log.ts';
import { withoutPerson } from '../platform/tenant.ts';
import { startCluster } from './cluster.ts';
import { type Benchmark, beside, quantile } from './figure.ts';
import { openShop, seal, secretKey } from './shop.ts';

const perSecond = 500;
const events = Number(process.env.BENCH_EVENTS ?? 15_000);
const batch = 10;

/** From the commit of an event to its receiver on loopback, while 500 a second happen. The floor is a bare loop of the same posts. */
export const benchmark: Benchmark = {
  name: 'webhooks',
  about: `${events.toLocaleString('en-US')} events, ${perSecond} a second, to one receiver on loopback; beside a bare loop of the posts`,
  async run() {
    const cluster = await startCluster();
    const files = await mkdtemp(join(tmpdir(), 'crossdock-bench-files-'));
    const receiver = await startReceiver();
    try {
      const { accountId } = await openShop(cluster);
      const env = readEnvironment({
        ...{ DATABASE_URL: cluster.url, FILES_DIR: files, SECRET_KEY: secretKey, LOG_LEVEL: 'warn' },
        SANDBOX_ORIGIN: receiver.origin,
      });
      const within = (work: Parameters<typeof withoutPerson<unknown>>[2]) => withoutPerson(cluster.database, accountId, work);
      const url = `${receiver.origin}/hooks`;
      await within((tenant) => createSubscription(tenant, seal, { name: 'Bench', url, types: ['order.shipped'] }));
      const worker = await startWorker(env, createLog(env));
      const committed = new Map<number, number>();
      const began = performance.now();
      for (let next = 0; next < events; next += batch) {
        await wait(Math.max(0, began + (next / perSecond) * 1_000 - performance.now()));
        const ids = Array.from({ length: batch }, (_, at) => next + at + 1);
        await within((tenant) =>
          writeEvents(
            tenant,
            ids.map((id) => ({ type: 'order.shipped', id })),
          ),
        );
        for (const id of ids) committed.set(id, performance.now());
      }
      while (receiver.arrived.size < events) await wait(10);
      const seconds = (Math.max(...receiver.arrived.values()) - began) / 1_000;
      await worker.stop();
      const delays = [...receiver.arrived].map(([id, at]) => Math.max(0, at - (committed.get(id) ?? at)));
      const floor = await bareLoop(url);
      const figure = { bench: 'webhooks', rows: events };
      return [
        beside({ ...figure, metric: 'events_per_s', value: events / seconds, floor, goal: '≥ 500 offered are kept up' }),
        { ...figure, metric: 'p50_ms', value: quantile(delays, 0.5) },
        { ...figure, metric: 'p99_ms', value: quantile(delays, 0.99), goal: '≤ 1,000' },
      ];
    } finally {
      receiver.stop();
      await cluster.stop();
      await rm(files, { recursive: true });
    }
  },
};

/** Notes when each event arrived first. */
async function startReceiver() {
  const arrived = new Map<number, number>();
  const server = createServer(async (incoming, response) => {
    const { data } = JSON.parse(await text(incoming)) as { data: { id: number } };
    if (!arrived.has(data.id)) arrived.set(data.id, performance.now());
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { arrived, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

/** The same posts, signed, eight at a time. How many a second. */
async function bareLoop(url: string): Promise<number> {
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
  const count = Math.min(events, 5_000);
  let next = 0;
  const began = performance.now();
  const work = async () => {
    while (next < count) {
      const id = ++next;
      const body = bodyOf(1, { type: 'order.shipped', record_id: -id, at: new Date(), sequence: id });
      await post(url, headersOf(`evt_${id}`, body, [secret], new Date()), body);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return count / ((performance.now() - began) / 1_000);
}

const post = (url: string, headers: Record<string, string>, body: string) =>
  new Promise<void>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (response) => response.resume().on('end', resolve));
    sent.on('error', reject).end(body);
  });
