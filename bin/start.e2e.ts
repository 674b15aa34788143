import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { steadyClient } from '../platform/steady.ts';
import { createDatabase } from '../test/database.ts';
import { freePort } from '../test/free-port.ts';

let folder = '';
let port = 0;
let running: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crossdock-start-'));
  // Readable by the user as whom root runs the database; otherwise data would be kept elsewhere.
  await chmod(folder, 0o755);
  port = await freePort();
});
afterEach(() => running?.kill('SIGKILL'));
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));

type Started = { output: () => string; ready: Promise<unknown>; ended: Promise<number | null> };

/** `npm start` without npm: on a port and with data of this test's own. `ready` rejects with its output when it ends instead. */
function start(more: Record<string, string> = {}): Started {
  const { BASE_URL: _, DATABASE_URL: __, ...inherited } = process.env;
  const env = { ...inherited, PORT: String(port), CROSSDOCK_DATA: folder, NODE_ENV: 'production', ...more };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.mjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running = child;
  let output = '';
  const welcomed = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Ctrl-C stops it')) welcomed.resolve();
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const gone = ended.then((code) => Promise.reject(new Error(`It ended with ${code}:\n${output}`)));
  const ready = Promise.race([welcomed.promise, gone]);
  // Not every test waits for it.
  ready.catch(() => undefined);
  return { output: () => output, ready, ended };
}

/** In the database of the product that runs. */
async function ask(statement: string): Promise<unknown[]> {
  const { url } = JSON.parse(await readFile(join(folder, 'database.json'), 'utf8'));
  const client = steadyClient(url);
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

test('a first start that is killed while it fills the demo begins anew', async () => {
  // In place of its folder: the sandbox cannot start, and the demo stays unfinished.
  await writeFile(join(folder, 'sandbox'), '');
  const first = start();
  await expect.poll(() => ask('select email from users').catch(() => []), { interval: 20 }).not.toEqual([]);
  running?.kill('SIGKILL');
  await first.ended;
  expect(first.output()).not.toContain('Crossdock is ready');
  const { output, ready, ended } = start();
  await ready;
  expect(output()).toContain('The first start did not finish; beginning anew.');
  expect(await ask('select name from accounts order by name')).toEqual([{ name: 'Harbour Outdoor' }, { name: 'Northwind Gifts' }]);
  expect(await ask('select email from users')).toHaveLength(4);
  running?.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a start says where to go and as whom, and leads there', async () => {
  const { output, ready, ended } = start();
  await ready;
  expect(output()).toContain(`http://127.0.0.1:${port}`);
  for (const role of ['Account admin', 'Admin', 'User', 'Super admin']) expect(output()).toMatch(new RegExp(`${role} +\\S+@\\S+ +\\S+`));
  const response = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/sign-in']);

  running?.kill('SIGINT');
  expect(await ended).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});

test('a start after a kill has the data of before, and nothing to clean up', async () => {
  const first = start();
  await first.ready;
  await ask("update accounts set name = 'Harbour Kept' where name = 'Harbour Outdoor'");
  running?.kill('SIGKILL');
  await first.ended;
  // Its web process ends by itself when it learns of that; a start waits two seconds for the port.
  const isServed = () =>
    fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  await expect.poll(isServed).toBe(false);
  const { ready, ended } = start();
  await ready;
  expect(await ask('select name from accounts order by name')).toEqual([{ name: 'Harbour Kept' }, { name: 'Northwind Gifts' }]);
  running?.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a start with another database leaves the note of a first start alone', async () => {
  const note = join(folder, 'first-start');
  await writeFile(note, 'of our own database');
  const { url, drop } = await createDatabase();
  const { ready, ended } = start({ DATABASE_URL: url });
  await ready;
  expect(await readFile(note, 'utf8')).toBe('of our own database');
  running?.kill('SIGTERM');
  expect(await ended).toBe(0);
  await drop();
});

test('a data folder of an earlier development version is refused in one sentence', async () => {
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log });
  const client = steadyClient(database.url);
  await client.connect();
  await client.query(`update migrations set name = '0001_foundation.sql' where name like '0001%'`);
  await client.end();
  await database.stop();
  const { output, ended } = start();
  expect(await ended).toBe(1);
  expect(output().trim()).toBe(
    `The data in ${folder} was made by an earlier development version: move that folder away, then start again.`,
  );
});

test('a port that is in use is reported in one sentence', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const { output, ended } = start();
  expect(await ended).toBe(1);
  expect(output().trim()).toBe(
    `Port ${port} on 127.0.0.1 is taken by another program: stop it, or choose another, for example PORT=${port + 1} npm start.`,
  );
  other.close();
});

test('an unreachable database is reported in one sentence', async () => {
  const { output, ended } = start({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/crossdock' });
  expect(await ended).toBe(1);
  expect(output().trim()).toBe('The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED): start it, or check DATABASE_URL.');
});
