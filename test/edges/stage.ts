import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts';
import { migrate } from '../../platform/migrate.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { type Seller, seedSeller } from '../faults/seed.ts';
import { type Dumps, openDumps } from './dumps.ts';
import { freePort, type Installation, startInstallation } from './installation.ts';
import { openShopFloor, type Read, type ShopFloor } from './shop-floor.ts';

/** What an edge plays on: an installation as in production, the outside world, and dumps of the database. One for each edge. */
export type Stage = ShopFloor & {
  sandbox: Sandbox;
  seller: Seller;
  /** The database's address as its owner has it. */
  databaseUrl: string;
  installation: Installation;
  dumps: Dumps;
  /** Starts another installation on a database, with a folder for files of its own: a copy. It ends with the stage. */
  startCopy: (databaseUrl: string) => Promise<Installation>;
  read: Read;
  /** The folder of all data and logs, while this runs. */
  folder: string;
  stop: () => Promise<void>;
};

export type StageOptions = {
  /** The web process's command line: the built one, or its server alone. */
  webArgs: string[];
  /** How often the sides are polled. */
  everySeconds: number;
};

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const secretKey = 'the key of the suite of edges, long enough';
/** Each state lasts a moment, so that orders are in every state when something happens. */
export const pace = { open: 400, picking: 400, packed: 400, partially_shipped: 600, receiving: 500, twoParcelsPercent: 15 };

export async function startStage({ webArgs, everySeconds }: StageOptions): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-edges-'));
  const [postgres, sandbox, port] = await Promise.all([
    startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: silent, settings: { fsync: 'off' } }),
    startSandbox({ catalogue: 'empty', limits: { shipStation: 60_000, amware: 60_000 }, pace, deliveries: 'exactly' }),
    freePort(),
  ]);
  await migrate(postgres.url);
  const baseUrl = `http://127.0.0.1:${port}`;
  const seller = await seedSeller({ databaseUrl: postgres.url, secretKey, sandbox, baseUrl, everySeconds });
  const env = { SECRET_KEY: secretKey, SANDBOX_ORIGIN: sandbox.origin, LOG_LEVEL: 'warn', WORKER_CONCURRENCY: '8' };
  const start = (name: string, databaseUrl: string, at: number, workers: number) =>
    startInstallation({ env: { ...env, DATABASE_URL: databaseUrl }, port: at, webArgs, workers, folder: join(folder, name) });
  const installation = await start('main', postgres.url, port, 2);
  const copies: Installation[] = [];
  const { read, close } = reader(postgres.url);
  return {
    ...openShopFloor(sandbox, read, seller.accountId),
    ...{ sandbox, seller, installation, read, folder, databaseUrl: postgres.url, dumps: openDumps(postgres.url) },
    async startCopy(databaseUrl) {
      const copy = await start(`copy-${copies.length + 1}`, databaseUrl, await freePort(), 1);
      copies.push(copy);
      return copy;
    },
    async stop() {
      await Promise.all([installation, ...copies].map((each) => each.stop()));
      await Promise.all([close(), seller.close(), sandbox.stop()]);
      await postgres.stop('now');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits while there is no database, and while it takes no connections. */
function reader(url: string): { read: Read; close: () => Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
  return { read: async (text, values) => (await pool.query(text, values)).rows, close: () => pool.end() };
}
