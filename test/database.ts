import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '../platform/db.ts';
import { deleteRows, renew } from './database/renew.ts';
import { type Shape, type Sql, shapeOf } from './database/shape.ts';
import { planOnce } from './plan-once.ts';
import { databaseUrl, onCluster } from './start-database.ts';

export type TestDatabase = {
  /** The owner's address: the owner bypasses row-level security. The product uses it too. */
  readonly url: string;
  /** The product's pool: row-level security applies to it. */
  readonly database: Database;
  /** Runs a statement as the owner, to arrange and to inspect. */
  sql: Sql;
  /** For the job queue of the tests, one after the other: a fresh connection costs as much as the jobs of a round. */
  readonly queue: pg.Pool;
};

/**
 * A migrated database without rows for this test file: call it once at the top of the file (or of a `describe`), use it inside
 * tests and hooks. Another file may have it afterwards.
 */
export function testDatabase(): TestDatabase {
  let open: Created | undefined;
  beforeAll(async () => {
    open = await takeDatabase();
  });
  afterAll(() => open && giveBack(open));
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

type Created = TestDatabase & { shape: Shape; drop: () => Promise<void> };

/** Those that files of this worker have done with. */
const idle: Created[] = [];

/** With the connections of the file before, and the plans that they know: both cost as much as the tests of a short file. */
async function takeDatabase(): Promise<Created> {
  const kept = idle.pop();
  if (!kept) return createDatabase();
  await kept.sql(numbersOfItsOwn(copies++));
  // What the product remembers of a database is not about this one.
  return { ...kept, database: { ...kept.database } };
}

/** Keeps it where only rows were changed. */
async function giveBack(open: Created): Promise<void> {
  const { pool, readers, scheduler } = open.database;
  const isRenewed = await renew(open, [pool, readers, scheduler, open.queue]).catch(() => false);
  if (isRenewed) idle.push(open);
  else await open.drop();
}

let copies = 0;

/** A copy of the migrated database. Copies that are not dropped end with the run's cluster. */
export async function createDatabase(): Promise<Created> {
  const { url: cluster, template } = inject('cluster');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  // A copy of the files takes a tenth of what PostgreSQL's default does, which writes every page to its log.
  await onCluster(cluster, `create database ${name} template ${template} strategy file_copy`);
  const url = databaseUrl(cluster, name);
  // What waits for a connection on a slow machine fails no test.
  const database = openDatabase({ url, connections: 10, name, connectionMs: 0 });
  for (const pool of [database.pool, database.readers, database.scheduler]) planOnce(pool);
  const [owner, queue] = [ownerPool(url, 2), ownerPool(url, 6)];
  const sql: Sql = async (text, values) => (await owner.query(text, values)).rows;
  const shape = await shapeOf(sql);
  await sql(numbersOfItsOwn(copies++));
  return {
    ...{ url, database, queue, sql, shape },
    async drop() {
      await Promise.all([database.close(), owner.end(), queue.end()]);
      await onCluster(cluster, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Files share what is loaded, and so what it remembers by account or person, such as how often one may ask: no two have one in common. */
const numbersOfItsOwn = (copy: number) =>
  `select ${['accounts', 'users'].map((table) => `setval('${table}_id_seq', ${copy * 1_000 + 1}, false)`).join(', ')}`;

/** Deletes every row, so that a database in use is empty again; only its sequences go on. */
export async function emptyDatabase({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  await sql(deleteRows);
}

/** A connection that is still closing when the database is dropped gets an error, which must not end the run. Graphile Worker asks for both listeners. */
function ownerPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  return pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
}
