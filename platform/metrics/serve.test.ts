import { expect, onTestFinished, test } from 'vitest';
import { quietLog } from '../../test/shop/quiet.ts';
import { testWeb } from '../../test/web.ts';
import type { Log } from '../log.ts';
import { serveMetrics } from './serve.ts';

const own = testWeb();
const log = quietLog().log as unknown as Log;

/** The lines of `/metrics`, without what explains them. */
async function scraped(refresh?: () => Promise<void>): Promise<string[]> {
  const { port, stop } = await serveMetrics({
    ...{ port: 0, database: own.database, pools: { queue: own.queue }, log },
    ...(refresh && { refresh }),
  });
  onTestFinished(stop);
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  return (await reply.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** Of whatever other tests of this process have sent too. */
const countOf = (lines: string[], route: string, status: number) =>
  lines
    .filter((line) => line.startsWith('crossdock_request_seconds_count{') && line.includes(`route="${route}",status="${status}"`))
    .reduce((sum, line) => sum + Number(line.split(' ')[1]), 0);

test('requests are counted by the route that they matched, and a nonsense address adds no label', async () => {
  const ann = await own.person(await own.account());
  const before = await scraped();
  await own.as(ann, { url: '/api/departments?search=nobodys-secret' });
  await own.as(ann, { url: '/api/no-such-thing/nonsense' });
  await own.as(ann, { url: '/nonsense' });
  const after = await scraped();
  expect(countOf(after, '/api/departments', 200) - countOf(before, '/api/departments', 200)).toBe(1);
  expect(countOf(after, 'none', 404)).toBeGreaterThan(countOf(before, 'none', 404));
  expect(after.filter((line) => /nobodys-secret|nonsense|account(_id)?=/.test(line))).toEqual([]);
});

test('where the port is taken, the variable to change is named', async () => {
  const served = { database: own.database, log };
  const { port, stop } = await serveMetrics({ ...served, port: 0 });
  onTestFinished(stop);
  await expect(serveMetrics({ ...served, port })).rejects.toThrow(`METRICS_PORT ${port} is taken`);
});

test('the loop, the pools and what the process needs are there', async () => {
  const lines = await scraped();
  const pools = ['pool', 'readers', 'copies', 'scheduler', 'queue'].map((pool) => `crossdock_database_waiting{pool="${pool}"}`);
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', ...pools])
    expect(lines.some((line) => line.startsWith(name))).toBe(true);
});

test('what the process knows is said although the database is away', async () => {
  const lines = await scraped(() => Promise.reject(new Error('The database is away.')));
  expect(lines.some((line) => line.startsWith('process_cpu_seconds_total'))).toBe(true);
});

test('it is on loopback alone, and nothing else is there', async () => {
  const { port, stop } = await serveMetrics({ port: 0, database: own.database, log });
  onTestFinished(stop);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  expect((await own.as(null, { url: '/metrics' })).statusCode).toBe(404);
});
