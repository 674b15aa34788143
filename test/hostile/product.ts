import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDirectory } from '../../app/people/accounts/people/directory.ts';
import { createAccount, createSessionFor, createUser } from '../../app/people/accounts/people.ts';
import { sessionCookie } from '../../app/people/accounts/sessions/cookie.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts';
import { migrate } from '../../platform/migrate.ts';
import { steadyClient } from '../../platform/steady.ts';
import { keepChild } from '../faults/child.ts';
import { freePort } from '../free-port.ts';
import type { Done, Order, Stage } from './attack.ts';
import { type Call, callerOf, type Person } from './caller.ts';

/** A started web process and a worker, an account that works, and one whose inputs are sent from a process of its own. */
export type Attacked = {
  good: Call;
  productId: number;
  health: () => Promise<number>;
  /** What the web process's thread has used of a core by now, and how long it waited for one, in ms; null where the system does not say. */
  coreTimes: () => CoreTimes | null;
  /** Has a hostile account of its own send the input of this name over and over, for so many ms. */
  attack: (name: string, ms: number) => Promise<Done>;
  stop: () => Promise<void>;
};

export type CoreTimes = { used: number; waited: number };

const secretKey = 'the key of the hostile suite, long enough';
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

/** `given`: a migrated database to do it in, as its owner has it; without it a server is started. */
export async function startAttacked(given?: string): Promise<Attacked> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-hostile-'));
  const { url: databaseUrl, stop } = given === undefined ? await startDatabase(folder) : { url: given, stop: async () => undefined };
  const [port, outsidePort] = [await freePort(), await freePort()];
  const [baseUrl, outside] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${outsidePort}`];
  const filesDir = join(folder, 'files');
  const env = {
    ...{ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, PORT: String(port), BASE_URL: baseUrl, DEMO: '1' },
    ...{ SANDBOX_ORIGIN: outside, FILES_DIR: filesDir, LOG_LEVEL: 'warn' },
  };
  const web = keepChild([...profiled(), 'test/faults/web.ts'], env, join(folder, 'web.log'));
  const worker = keepChild(['bin/crossdock.ts', 'worker'], env, join(folder, 'worker.log'));
  await Promise.all([web.ready, worker.ready]);
  const good = await addPerson(databaseUrl, baseUrl, 'Good');
  const attacker = await startAttacker({ outside, databaseUrl, secretKey, filesDir });
  const ask = callerOf({ baseUrl, cookie: '' });
  return {
    good: callerOf(good),
    productId: good.productId,
    attack: async (name, ms) => attacker.attack({ name, ms, hostile: await addPerson(databaseUrl, baseUrl, name) }),
    health: async () => (await ask('GET', '/healthz')).status,
    coreTimes: () => coreTimesOf(web.pid()),
    async stop() {
      attacker.stop();
      await Promise.all([web.stop(), worker.stop()]);
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startDatabase(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: silent, settings: { fsync: 'off' } });
  await migrate(postgres.url);
  return { url: postgres.url, stop: () => postgres.stop('now') };
}

/** HOSTILE_PROFILE=FOLDER writes a CPU profile of the web process there. */
const profiled = () => (process.env.HOSTILE_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.HOSTILE_PROFILE}`] : []);

/** Linux counts both in nanoseconds. */
function coreTimesOf(pid: number | undefined): CoreTimes | null {
  try {
    const [used = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
    return { used: used / 1e6, waited: waited / 1e6 };
  } catch {
    return null;
  }
}

async function startAttacker(stage: Stage): Promise<{ attack: (order: Order) => Promise<Done>; stop: () => void }> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), [JSON.stringify(stage)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(child, 'message');
  return {
    async attack(order) {
      child.send(order);
      const over = new AbortController();
      const ended = once(child, 'exit', over).then(() => [{ error: 'The attacker ended.' }]);
      ended.catch(() => undefined);
      const [done] = await Promise.race([once(child, 'message', over), ended]);
      over.abort();
      if ('error' in done) throw new Error(done.error);
      return done;
    },
    stop: () => child.kill(),
  };
}

async function addPerson(databaseUrl: string, baseUrl: string, name: string): Promise<Person> {
  const directory = openDirectory(databaseUrl);
  const accountId = await createAccount(directory, { name });
  const person = {
    email: `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}@example.com`,
    name,
    role: 'account_admin' as const,
    accountId,
  };
  const cookie = await createSessionFor(directory, sessionCookie([secretKey], baseUrl), await createUser(directory, person));
  await directory.close();
  const owner = steadyClient(databaseUrl);
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>(
    "insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug') returning id",
    [accountId],
  );
  await owner.end();
  return { baseUrl, cookie, accountId, productId: Number(rows[0]?.id) };
}
