import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createDatabase } from '../../platform/embedded-postgres/create-database.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts';
import { migrate } from '../../platform/migrate.ts';
import { asInProduction, isObserved, noted, observed, silent } from '../settings.ts';
import { fill } from './fill.ts';

export type Filled = { orders: number; url: string };
/** Databases that hold so many orders in account 1, in one server. */
export type FilledServer = { databases: Filled[]; pid: () => number | undefined };

const root = join(import.meta.dirname, '../..');
/** The data can be filled again after a crash, so fsync is off; an index build may use twice the usual memory. */
const forFilling = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', wal_level: 'minimal', max_wal_senders: '0' },
  ...{ shared_buffers: '1GB', max_wal_size: '6GB', checkpoint_timeout: '1h', max_parallel_maintenance_workers: '1' },
};

/** What the databases hold. `sources`: the files of this folder that determine it. */
export type Filling = { name: string; sources: string[]; fill: (url: string, rows: number, now: string) => Promise<void> };
const ordersFilling: Filling = { name: 'orders', sources: ['facts.ts', 'tables.ts', 'terms.ts', 'fill.ts'], fill };

const open = new Map<string, Promise<FilledServer & { stop: () => Promise<void> }>>();

/** The server with these databases: filled at the first call of a run, and shared by all its benchmarks. */
export async function openFilled(sizes: number[], isKept: boolean, filling = ordersFilling): Promise<FilledServer> {
  const server = open.get(filling.name) ?? start(sizes, isKept, filling);
  open.set(filling.name, server);
  return server;
}

/** Stops the servers, and deletes them unless `--keep` was given. */
export async function closeFilled(): Promise<void> {
  for (const server of open.values()) await (await server).stop();
}

async function start(sizes: number[], isKept: boolean, filling: Filling) {
  await mkdir(join(root, '.data'), { recursive: true });
  const kept = filling === ordersFilling ? '.data/bench' : `.data/bench-${filling.name}`;
  const dataDir = isKept ? join(root, kept) : await mkdtemp(join(root, '.data/bench-'));
  const place = { dataDir, log: isObserved ? noted : silent };
  const empty = await startEmbeddedPostgres({ ...place, settings: forFilling });
  for (const orders of sizes) await fillOnce(empty.url, orders, filling);
  await empty.stop('fast');
  const server = await startEmbeddedPostgres({ ...place, throwaway: !isKept, settings: { ...asInProduction, ...observed() } });
  return {
    databases: sizes.map((orders) => ({ orders, url: addressOf(server.url, orders, filling) })),
    pid: server.pid,
    stop: () => server.stop('fast'),
  };
}

/** A database of another version of the product or of the filling, or of another day, is filled again. */
async function fillOnce(server: string, orders: number, filling: Filling): Promise<void> {
  const address = addressOf(server, orders, filling);
  const name = new URL(address).pathname.slice(1);
  const today = new Date().toISOString().slice(0, 10);
  const version = `${today} ${fingerprint(filling)}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select from pg_database d join pg_shdescription s on s.objoid = d.oid and s.classoid = 'pg_database'::regclass where d.datname = $1 and s.description = $2`,
      [name, version],
    );
    if (rows.length > 0) return;
    const began = performance.now();
    await client.query(`drop database if exists ${name} with (force)`);
    await createDatabase(address);
    await migrate(address);
    await filling.fill(address, orders, `${today}T${new Date().toISOString().slice(11, 13)}:00:00Z`);
    await client.query(`comment on database ${name} is '${version}'`);
    console.log(`  filled ${orders.toLocaleString('en-US')} ${filling.name} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  } finally {
    await client.end();
  }
}

function addressOf(server: string, orders: number, { name }: Filling): string {
  const address = new URL(server);
  address.pathname = `/${name.replaceAll('-', '_')}_${orders}`;
  return address.href;
}

/** A fingerprint of all sources that determine the database's content. */
function fingerprint({ sources }: Filling): string {
  const migrations = join(root, 'db/migrations');
  const files = [
    ...readdirSync(migrations).map((name) => join(migrations, name)),
    ...sources.map((name) => join(import.meta.dirname, name)),
  ];
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
