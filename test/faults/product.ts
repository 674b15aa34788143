import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/embedded-postgres.ts';
import { migrate } from '../../platform/migrate.ts';
import { steadyPool } from '../../platform/steady.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { freePort } from '../free-port.ts';
import { wayTo } from '../pooler.ts';
import { type Child, keepChild } from './child.ts';
import { companies, secondOf, secondWarehouse } from './second-account.ts';
import { type Seller, seedSeller } from './seed.ts';
import { makeSmallDisk, type SmallDisk } from './small-disk.ts';
import { offerStock, type StockWatch } from './stock-watch.ts';
import { amware } from './warehouses/amware.ts';
import type { Warehouse } from './warehouses/warehouse.ts';

/** Where the product's data are: a server of its own, or what somebody else has. */
type Postgres = Pick<EmbeddedPostgres, 'url' | 'pid' | 'stop'>;

/** The product as it runs in production: a database, a web process, two workers; and the outside world. */
export type Product = {
  postgres: Postgres;
  sandbox: Sandbox;
  /** Where orders and purchase orders go to. */
  warehouse: Warehouse;
  web: Child;
  workers: Child[];
  seller: Seller;
  /** Reads as the owner of the database, from outside the product; waits while there is no database. */
  read: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  folder: string;
  stock: StockWatch;
  /** How often a process ended that nobody struck. */
  crashes: () => number;
  /** What the database and the files are on, where it was wanted and can be had. */
  disk: SmallDisk | undefined;
  /** The same with another account, which has its own channels and Amware. `domain`: its people’s addresses. It ends with the first. */
  beside: (domain: string) => Promise<Product>;
  stop: () => Promise<void>;
};

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const secretKey = 'the key of the fault suite, long enough';
/** Each state lasts a moment, so that orders are in every state when a fault strikes. */
const pace = { open: 400, picking: 400, packed: 400, partially_shipped: 600, receiving: 500, twoParcelsPercent: 15 };

type Options = { everySeconds?: number; onSmallDisk?: boolean; warehouse?: Warehouse; databaseUrl?: string };

/**
 * Starts all of it. `webArgs` is the web process's command line: the built one, or its server alone. `everySeconds`: how often
 * the sides are polled, where not as in production. `onSmallDisk`: its data are on a disk that can be filled. `warehouse`: Amware by default.
 * `databaseUrl`: of a migrated database, which stays; without it a server is started.
 */
export async function startProduct(
  webArgs: string[],
  { everySeconds, onSmallDisk = false, warehouse = amware, databaseUrl }: Options = {},
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-faults-'));
  const data = join(folder, 'data');
  const disk = onSmallDisk ? await makeSmallDisk(data) : undefined;
  const [postgres, sandbox, port] = await Promise.all([openPostgres(data, databaseUrl), openOutside(), freePort()]);
  const baseUrl = `http://127.0.0.1:${port}`;
  const surroundings = { databaseUrl: postgres.url, secretKey, warehouse, baseUrl, everySeconds };
  const seller = await seedSeller({ ...surroundings, sandbox });
  const way = await wayTo(postgres.url);
  const env = {
    ...way.variables,
    SECRET_KEY: secretKey,
    PORT: String(port),
    BASE_URL: baseUrl,
    SANDBOX_ORIGIN: sandbox.origin,
    FILES_DIR: join(data, 'files'),
    LOG_LEVEL: 'warn',
    WORKER_CONCURRENCY: '8',
  };
  const web = keepChild(webArgs, env, join(folder, 'web.log'));
  const workers = [1, 2].map((n) => keepChild(['bin/crossdock.ts', 'worker'], env, join(folder, `worker-${n}.log`)));
  await Promise.all([web, ...workers].map(({ ready }) => ready));
  const { read, close } = reader(postgres.url);
  const open: Pick<Product, 'sandbox' | 'seller' | 'stock'>[] = [];
  const withStock = async (outside: Pick<Product, 'sandbox' | 'seller'>) => {
    const all = { ...outside, stock: await offerStock({ read, warehouse, ...outside }) };
    open.push(all);
    return all;
  };
  const common = {
    ...{ postgres, warehouse, web, workers, read, folder, disk },
    crashes: () => [web, ...workers].reduce((sum, child) => sum + child.crashes(), 0),
    async beside(domain: string) {
      const theirs = { ...surroundings, sandbox: secondOf(sandbox), warehouse: secondWarehouse, domain };
      return { ...common, ...(await withStock({ sandbox: theirs.sandbox, seller: await seedSeller(theirs) })) };
    },
    async stop() {
      for (const { stock } of open) stock.stop();
      await Promise.all([web, ...workers].map((child) => child.stop()));
      await Promise.all([close(), way.stop(), ...open.flatMap(({ seller, sandbox }) => [seller.close(), sandbox.stop()])]);
      await postgres.stop('now');
      await disk?.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return { ...common, ...(await withStock({ sandbox, seller })) };
}

async function openPostgres(data: string, url?: string): Promise<Postgres> {
  if (url) return { url, pid: () => undefined, stop: async () => undefined };
  // Committed data must survive kill -9, not a power cut.
  const postgres = await startEmbeddedPostgres({ dataDir: join(data, 'postgres'), log: silent, settings: { fsync: 'off' } });
  await migrate(postgres.url);
  return postgres;
}

const openOutside = () =>
  startSandbox({
    catalogue: 'empty',
    limits: { shipStation: 60_000, amware: 60_000, amazon: 100, bigcommerce: 100_000, shipbob: null },
    pace,
    deliveries: 'mixed',
    companies,
  });

function reader(url: string): { read: Product['read']; close: () => Promise<void> } {
  const pool = steadyPool(new pg.Pool({ connectionString: url, max: 2 }));
  return { read: async (text, values) => (await pool.query(text, values)).rows, close: () => pool.end() };
}
