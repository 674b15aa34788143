import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../platform/db.ts';
import { steadyClient, steadyPool } from '../platform/steady.ts';
import { createDistributed, type OnNodes } from './nodes/cluster.ts';
import { runsOnNodes } from './nodes/on-nodes.ts';
import { planOnce } from './plan-once.ts';
import { databaseUrl, onCluster } from './start-database.ts';

export type TestDatabase = {
  /** The owner's address: the owner bypasses row-level security. The product uses it too. */
  readonly url: string;
  /** The product's pool: row-level security applies to it. */
  readonly database: Database;
  /** Runs a statement as the owner, to arrange and to inspect. */
  sql: <Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** For the job queue of the tests, one after the other: a fresh connection costs as much as the jobs of a round. */
  readonly queue: pg.Pool;
};

/**
 * A fresh migrated database for this test file: call it once at the top of the file (or of a `describe`), use it inside
 * tests and hooks. It is dropped after the last test. With CITUS_URL that of a file of `on-nodes.ts` is distributed.
 */
export const testDatabase = (): TestDatabase => opened(() => (runsOnNodes(expect.getState().testPath) ? onNodes() : createDatabase()));

/** The same with each table in its place on the nodes at CITUS_URL. */
export function distributedDatabase(): TestDatabase & Pick<OnNodes, 'shut'> {
  let nodes: OnNodes | undefined;
  const own = opened(async () => {
    nodes = await createDistributed();
    return openOn(nodes.url, nodes.drop);
  });
  return Object.assign(own, { shut: async (port: number) => (await nodes?.shut(port)) ?? (async () => undefined) });
}

const onNodes = async () => {
  const { url, drop } = await createDistributed();
  return openOn(url, drop);
};

function opened(create: () => Promise<Dropped>): TestDatabase {
  let open: Dropped | undefined;
  // Databases of several nodes are made one after the other, and take some seconds.
  beforeAll(async () => {
    open = await create();
  }, 300_000);
  afterAll(() => open?.drop());
  const ready = () => {
    if (!open) throw new Error('The test database exists inside tests and hooks only.');
    return open;
  };
  return {
    get url() {
      return ready().url;
    },
    get database() {
      return ready().database;
    },
    sql: (text, values) => ready().sql(text, values),
    get queue() {
      return ready().queue;
    },
  };
}

type Dropped = TestDatabase & { drop: () => Promise<void> };

let copies = 0;

/** A copy of the migrated database. Copies that are not dropped end with the run's cluster. */
export async function createDatabase(): Promise<Dropped> {
  const { url: cluster, template } = inject('cluster');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  // A copy of the files takes a tenth of what PostgreSQL's default does, which writes every page to its log.
  await onCluster(cluster, `create database ${name} template ${template} strategy file_copy`);
  const own = await openOn(databaseUrl(cluster, name), async () => {
    await onCluster(cluster, `drop database if exists ${name} with (force)`);
  });
  for (const pool of [own.database.pool, own.database.readers, own.database.copies, own.database.scheduler]) planOnce(pool);
  return own;
}

async function openOn(url: string, drop: () => Promise<void>): Promise<Dropped> {
  // What waits for a connection on a slow machine fails no test.
  const database = openDatabase({ url, connections: 10, name: new URL(url).pathname.slice(1), connectionMs: 0 });
  const [owner, queue] = [ownerPool(withTriggers(url), 2), ownerPool(url, 6)];
  await owner.query(numbersOfItsOwn(copies++));
  return {
    ...{ url, database, queue },
    sql: async (text, values) => (await owner.query(preparedOnce(text, values))).rows,
    async drop() {
      await Promise.all([database.close(), owner.end(), queue.end()]);
      await drop();
    },
  };
}

/**
 * With values, as a statement that each connection parses once: what arranges and inspects is asked again and again, and most of its cost
 * is to understand it. Without, there may be several in one text.
 */
function preparedOnce(text: string, values: unknown[] = []): string | pg.QueryConfig {
  if (values.length === 0) return text;
  const name = names.get(text) ?? `of_tests_${names.size}`;
  names.set(text, name);
  return { text, values, name };
}

const names = new Map<string, string>();

/** On several nodes the engine has to be told that the triggers of tests are harmless. One of a single node takes no notice. */
function withTriggers(url: string): string {
  const address = new URL(url);
  const options = address.searchParams.get('options');
  if (options) address.searchParams.set('options', `${options} -c citus.enable_unsafe_triggers=on -c citus.enable_repartition_joins=on`);
  return address.href;
}

/** Files share what is loaded, and so what it remembers by account or person, such as how often one may ask: no two have one in common. */
const numbersOfItsOwn = (copy: number) =>
  ['accounts', 'users'].map((table) => `select setval(pg_get_serial_sequence('${table}', 'id'), ${copy * 1_000 + 1}, false)`).join(';');

/** By what a database and its workers recognise each other. */
const ofTheInstallation = ['migrations', 'installation', 'worker_marks'];

/**
 * Deletes every row of its accounts, so that a database in use is empty again; only its sequences go on. What its workers raised stays:
 * without it, it would be taken for one that was restored from a backup, since their files are there, and be compared with everything
 * outside. A process that still works on what a closed page asked for may wait for these rows and they for its own: it finds the deadlock
 * first, and gives way.
 */
export async function emptyDatabase({ sql }: TestDatabase): Promise<void> {
  await sql(`do $$
    declare
      name text;
    begin
      set local session_replication_role = replica;
      set local deadlock_timeout = '60s';
      for name in
        select format('%I.%I', schemaname, tablename) from pg_tables
        where (schemaname = 'public' and tablename <> all('{${ofTheInstallation}}')) or (schemaname = 'graphile_worker' and tablename like '%private_job%')
      loop
        execute 'delete from ' || name;
      end loop;
    end $$`);
}

export const ownerPool = (url: string, max: number): pg.Pool => steadyPool(new pg.Pool({ connectionString: url, max }));

/** A connection of one test, with which it ends. */
export async function connected(config: string | pg.ClientConfig): Promise<pg.Client> {
  const client = steadyClient(config);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
