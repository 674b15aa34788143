import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '../platform/db.ts';
import { databaseUrl, onCluster } from './start-database.ts';

export type TestDatabase = {
  /** The owner's address, bypassing row-level security. Also for parts of the product that open their own connection. */
  readonly url: string;
  /** The product's pool, bound by row-level security. */
  readonly database: Database;
  /** Runs a statement as the owner, for set-up and inspection. */
  sql: <Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
};

/**
 * A fresh migrated database for this test file: call it once at the top of the file (or of a `describe`), use it inside
 * tests and hooks. It is dropped after the last test.
 */
export function testDatabase(): TestDatabase {
  let open: { url: string; database: Database; owner: pg.Pool } | undefined;
  beforeAll(async () => {
    const { url, name } = await copyTemplate();
    open = { url, database: openDatabase({ url, connections: 10, name }), owner: ownerPool(url) };
  });
  afterAll(async () => {
    if (!open) return;
    await Promise.all([open.database.close(), open.owner.end()]);
    await drop(open.url);
  });
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
    sql: async (text, values) => (await ready().owner.query(text, values)).rows,
  };
}

/** A connection that is still closing when the database is dropped hears of that, and must not end the run. */
function ownerPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  return pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
}

async function copyTemplate(): Promise<{ url: string; name: string }> {
  const { url, template } = inject('cluster');
  const name = `crossdock_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  // A copy of the files takes a tenth of what PostgreSQL's default does, which writes every page to its log.
  await onCluster(url, `create database ${name} template ${template} strategy file_copy`);
  return { url: databaseUrl(url, name), name };
}

async function drop(url: string): Promise<void> {
  await onCluster(inject('cluster').url, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}
