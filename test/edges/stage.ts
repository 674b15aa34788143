import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { root } from '../../bin/stop.mjs';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts';
import { migrate } from '../../platform/migrate.ts';
import { steadyPool } from '../../platform/steady.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { type Seller, seedSeller } from '../faults/seed.ts';
import { amware } from '../faults/warehouses/amware.ts';
import { freePort } from '../free-port.ts';
import { type Dumps, openDumps } from './dumps.ts';
import { type Installation, startInstallation } from './installation.ts';
import { openPerson, type Person } from './person.ts';
import { openShopFloor, type Read, type ShopFloor } from './shop-floor.ts';
import { type Pair, type Standby, startPair } from './standby.ts';

/** What an edge plays on: an installation as in production, the outside world, and dumps of the database. One for each edge. */
export type Stage = ShopFloor & {
  person: Person;
  sandbox: Sandbox;
  seller: Seller;
  /** The database's address as its owner has it. */
  databaseUrl: string;
  installation: Installation;
  dumps: Dumps;
  /** Of the edges that have one. */
  standby: Standby | undefined;
  /**
   * Starts another installation on a database, with a folder for files of its own, or under another name with a copy of the first's: a copy.
   * It ends with the stage.
   */
  startCopy: (databaseUrl: string, files?: 'none' | 'copied') => Promise<Installation>;
  /** Starts web and a worker of this build with the first installation's address, database and files. They end with the stage. */
  startBeside: () => Promise<Installation>;
  /** People go to this installation from now on. */
  moveTo: (installation: Installation) => void;
  read: Read;
  /** The folder of all data and logs, while this runs. */
  folder: string;
  /** Ends all processes in order, and nothing else. */
  down: () => Promise<void>;
  stop: () => Promise<void>;
};

export type StageOptions = {
  /** The web process's command line: the built one, or its server alone. */
  webArgs: string[];
  /** How often the sides are polled. */
  everySeconds: number;
  /** A migrated database to play in, as its owner has it; without it a server is started. */
  databaseUrl?: string | undefined;
  /** How many workers the first installation has; two where nothing is said. */
  workers?: number;
  /** Two servers are started, whatever is given. */
  hasStandby?: boolean | undefined;
  /** Of the two: PgBouncer is before them. */
  isPooled?: boolean | undefined;
  /** Of which build the first installation is, where that is not this one. */
  build?: Build;
  /** Where people and webhooks reach it, where that leads to the web process. */
  address?: string;
};

/** A build of the product: where it lies, and what it makes of an empty database. */
export type Build = { root: string; migrate: (databaseUrl: string) => Promise<unknown>; seedSeller: typeof seedSeller };

const thisBuild: Build = { root, migrate, seedSeller };

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const secretKey = 'the key of the suite of edges, long enough';
/** Each state lasts a moment, so that orders are in every state when something happens. */
export const pace = { open: 400, picking: 400, packed: 400, partially_shipped: 600, receiving: 500, twoParcelsPercent: 15 };

export async function startStage({
  webArgs,
  everySeconds,
  workers = 2,
  build = thisBuild,
  address,
  ...where
}: StageOptions): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-edges-'));
  const [database, sandbox, port] = await Promise.all([
    startDatabase(folder, build, where),
    startSandbox({ catalogue: 'empty', limits: { shipStation: 60_000, amware: 60_000 }, pace, deliveries: 'exactly' }),
    freePort(),
  ]);
  const baseUrl = address ?? `http://127.0.0.1:${port}`;
  const seller = await build.seedSeller({ databaseUrl: database.url, secretKey, sandbox, warehouse: amware, baseUrl, everySeconds });
  const env = { SECRET_KEY: secretKey, SANDBOX_ORIGIN: sandbox.origin, LOG_LEVEL: 'warn', WORKER_CONCURRENCY: '8' };
  const start = (name: string, databaseUrl: string, at: number, host?: string) =>
    startInstallation({ env: { ...env, DATABASE_URL: databaseUrl }, port: at, webArgs, workers: 1, folder: join(folder, name), host });
  const ways = { DATABASE_URL: database.pooledUrl ?? database.url, DATABASE_DIRECT_URL: database.url };
  const main = { env: { ...env, ...ways }, port, webArgs, workers, folder: join(folder, 'main') };
  const installation = await startInstallation({ ...main, over: { BASE_URL: baseUrl }, build: build.root });
  const others: Installation[] = [];
  let home = installation;
  let reader = openReader(database.url);
  const person = openPerson(seller, () => home.baseUrl);
  // Whose each connection is, which whoever connects it is told; the seed did not ask.
  for (const name of Object.keys(seller.settings)) await person.call('POST', `/api/connectors/${name}/test`);
  const read: Read = (text, values) => reader.read(text, values);
  const down = async () => void (await Promise.all([installation, ...others].map((each) => each.stop())));
  return {
    ...openShopFloor(sandbox),
    ...{
      sandbox,
      seller,
      person,
      installation,
      read,
      folder,
      databaseUrl: database.url,
      dumps: openDumps(database.url),
      standby: database.standby,
    },
    async startCopy(databaseUrl, files = 'none') {
      const name = `copy-${others.length + 1}`;
      if (files === 'copied') await cp(installation.filesDir, join(folder, name, 'files'), { recursive: true });
      const copy = await start(name, databaseUrl, await freePort(), files === 'copied' ? 'staging.localhost' : undefined);
      others.push(copy);
      return copy;
    },
    async startBeside() {
      const over = { BASE_URL: baseUrl, FILES_DIR: installation.filesDir };
      const beside = await startInstallation({ ...main, port: await freePort(), workers: 1, folder: join(folder, 'beside'), over });
      others.push(beside);
      return beside;
    },
    moveTo(next) {
      home = next;
      void reader.close();
      reader = openReader(next.env.DATABASE_URL ?? '');
    },
    down,
    async stop() {
      await down();
      await Promise.all([reader.close(), seller.close(), sandbox.stop()]);
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Played = Pick<StageOptions, 'databaseUrl' | 'hasStandby' | 'isPooled'>;

async function startDatabase(
  folder: string,
  { migrate }: Build,
  { databaseUrl, hasStandby, isPooled }: Played,
): Promise<Omit<Pair, 'standby'> & Partial<Pair>> {
  if (hasStandby) return startPair(folder, migrate, isPooled);
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: silent, settings: { fsync: 'off' } });
  await migrate(postgres.url);
  return { url: postgres.url, stop: () => postgres.stop('now') };
}

/** Waits while there is no database, and while it takes no connections. */
export function openReader(url: string): { read: Read; close: () => Promise<void> } {
  const pool = steadyPool(new pg.Pool({ connectionString: url, max: 2 }));
  return { read: async (text, values) => (await pool.query(text, values)).rows, close: () => pool.end() };
}

/** Sells and buys until orders and purchase orders are in every state. */
export async function inMidFlow(stage: Stage, { orders, bought }: { orders: number; bought: number }): Promise<void> {
  stage.sell(orders);
  await stage.buy(bought);
  await stage.atWarehouse(Math.ceil(orders / 2));
  await stage.announced(Math.ceil(bought / 2));
}
