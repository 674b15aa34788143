import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Columns } from './columns.ts';
import { locks } from './locks.ts';
import { openLogins } from './logins.ts';
import { listMigrations, pendingMigrations, requirePostgres, statementsOf } from './migrations.ts';
import { forgetParts } from './nodes/parts.ts';

const folder = join(import.meta.dirname, '../db/migrations');

/**
 * Brings the database to the newest migration: plain SQL files, forward only, each in its own transaction,
 * under an advisory lock so that several processes may start at once. Then the product's roles may log in, with `password` or one
 * that is derived from the owner's. Returns the names of the applied migrations.
 * @throws FormerDatabase, OlderPostgres before it changes anything.
 */
export async function migrate(databaseUrl: string, password?: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'crossdock-migrate' });
  await client.connect();
  try {
    const { rows: versions } = await client.query<{ number: number }>(`select current_setting('server_version_num')::int as number`);
    requirePostgres(versions[0]?.number ?? 0);
    await client.query('select pg_advisory_lock($1)', [locks.migrating]);
    await client.query('create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())');
    const { rows } = await client.query<Columns<'migrations', 'name'>>('select name from migrations');
    const pending = pendingMigrations(
      await listMigrations(folder),
      rows.map(({ name }) => name),
    );
    if (pending.length > 0) await forgetParts(client);
    await runMigrations({ connectionString: databaseUrl });
    for (const name of pending) await apply(client, name);
    await openLogins(client, databaseUrl, password);
    return pending;
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(join(folder, name), 'utf8');
  await client.query('begin');
  try {
    for (const statement of statementsOf(text)) await client.query(statement);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
