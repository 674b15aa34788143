import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { freePort } from '../test/free-port.ts';
import { type Benchmark, beside, quantile } from './figure.ts';

const times = 5;
const root = join(import.meta.dirname, '..');
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

/** `npm start`, installed, built and seeded before, until the first page is served; compared with starting the same database alone. */
export const benchmark: Benchmark = {
  name: 'start',
  about: `npm start to the first page, ${times} times; compared with starting the database alone`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-bench-start-'));
    try {
      await startOnce(folder);
      const seconds: number[] = [];
      for (let turn = 0; turn < times; turn++) seconds.push(await startOnce(folder));
      const floor = await databaseAlone();
      return [beside({ bench: 'start', metric: 's', value: quantile(seconds, 0.5), floor, goal: '≤ 5 s' })];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function startOnce(folder: string): Promise<number> {
  const began = performance.now();
  const demo = await openDemo(folder);
  const seconds = (performance.now() - began) / 1000;
  // The first page is measured; stopping waits until everything runs.
  await wait(3_000);
  await demo.stop();
  return seconds;
}

/** `npm start` in this folder, until it serves a page. */
async function openDemo(folder: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['bin/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', CROSSDOCK_DATA: folder, SANDBOX_PORT: String(await freePort()) },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  await waitForReply(`${origin}/sign-in`);
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { origin, stop };
}

/** Runs `work` with a demo that has been selling for half a minute. */
export async function withDemo<T>(work: (origin: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-bench-demo-'));
  const demo = await openDemo(folder);
  try {
    await wait(30_000);
    return await work(demo.origin);
  } finally {
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function waitForReply(address: string): Promise<void> {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const response = await fetch(address).catch(() => null);
    if (response?.ok) return;
    await wait(10);
  }
  throw new Error(`${address} does not reply.`);
}

async function databaseAlone(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-bench-database-'));
  const options = { dataDir: join(folder, 'postgres'), log: silent };
  const first = await startEmbeddedPostgres(options);
  await first.stop('fast');
  const seconds: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const began = performance.now();
    const server = await startEmbeddedPostgres(options);
    seconds.push((performance.now() - began) / 1000);
    await server.stop('fast');
  }
  await rm(folder, { recursive: true, force: true });
  return quantile(seconds, 0.5);
}
