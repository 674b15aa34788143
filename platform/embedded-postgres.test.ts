import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isAlive } from './embedded-postgres/processes.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { steadyClient } from './steady.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };
let folder = '';

// One server for all tests, each of which leaves it stopped: initialising the data takes longer than every test.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crossdock-postgres-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = () => startEmbeddedPostgres({ dataDir: folder, log: silent });

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = steadyClient(url);
  await client.connect();
  const { rows } = await client.query({ text: statement, rowMode: 'array' }).finally(() => client.end());
  return rows.flat();
}

/** Commits a row. */
async function keep(url: string): Promise<void> {
  await ask(url, 'drop table if exists kept');
  await ask(url, 'create table kept as select 7 as number');
}

/** Starts it in another process, which a test may kill. */
async function startElsewhere(): Promise<{ owner: ChildProcess; url: string; pid: number }> {
  const script = `import { startEmbeddedPostgres } from '${join(import.meta.dirname, 'embedded-postgres.ts')}';
    const silent = { debug() {}, info() {}, warn() {} };
    const server = await startEmbeddedPostgres({ dataDir: '${folder}', log: silent });
    process.send({ url: server.url, pid: server.pid() });
    process.on('message', () => undefined);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [message] = await once(owner, 'message');
  return { owner, ...(message as { url: string; pid: number }) };
}

test('what was committed is there after a stop and another start', async () => {
  const first = await start();
  await keep(first.url);
  await first.stop();
  const second = await start();
  expect(await ask(second.url, 'select number from kept')).toEqual([7]);
  await second.stop();
});

test('a server that is killed comes back at the same address, with its data', async () => {
  const server = await start();
  await keep(server.url);
  const killed = server.pid() ?? 0;
  process.kill(killed, 'SIGKILL');
  const found = await vi.waitFor(() => ask(server.url, 'select number from kept'), { timeout: 40_000, interval: 50 });
  expect(found).toEqual([7]);
  expect(server.pid()).not.toBe(killed);
  await server.stop();
});

test('when its owner is killed it shuts down, and the next start has the data', async () => {
  const { owner, url, pid } = await startElsewhere();
  await keep(url);
  owner.kill('SIGKILL');
  const next = await start();
  expect(await ask(next.url, 'select number from kept')).toEqual([7]);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 40_000, interval: 50 });
  await next.stop();
});

test('a second owner is refused in a sentence while the first one runs', async () => {
  const { owner, url, pid } = await startElsewhere();
  await expect(start()).rejects.toThrow(/already runs in this folder \(process \d+\)/);
  expect(await ask(url, 'select 1')).toEqual([1]);
  owner.kill('SIGTERM');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 40_000, interval: 50 });
});

test('a stale pid file whose number another process has by now does not prevent a start', async () => {
  const server = await start();
  const file = join(folder, 'data/postmaster.pid');
  const note = await readFile(file, 'utf8');
  await server.stop();
  await writeFile(file, note.replace(/^\d+/, '1'));
  const next = await start();
  expect(await ask(next.url, 'select 1')).toEqual([1]);
  await next.stop();
});

test('data of another version is refused in a sentence', async () => {
  const server = await start();
  await server.stop();
  await writeFile(join(folder, 'data/PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(/PostgreSQL 17's and this is 18/);
  await writeFile(join(folder, 'data/PG_VERSION'), '18\n');
});

test('its address has a password of its own, and nobody connects without it', async () => {
  const server = await start();
  const other = new URL(server.url);
  other.password = 'guess';
  await expect(ask(other.href, 'select 1')).rejects.toThrow(/password/);
  await server.stop();
});
