import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCodegen } from '../bin/schema/row-types.ts';
import { readSchema } from '../bin/schema/sql.ts';
import { root } from '../bin/stop.mjs';
import { listMigrations } from '../platform/migrations.ts';
import { createDatabase, type TestDatabase, testDatabase } from './database.ts';

const own = testDatabase();

test('a test file has a migrated database of its own', async () => {
  const [row] = await own.sql<{ name: string; applied: number }>(
    'select current_database() as name, count(*)::int as applied from migrations',
  );
  expect(row?.name).toMatch(/^crossdock_test_/);
  expect(row?.applied).toBeGreaterThan(0);
});

test('the product opens it as a role that owns nothing and cannot pass row-level security', async () => {
  const { rows } = await own.database.pool.query(
    'select current_user as name, rolsuper, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([{ name: 'crossdock_app', rolsuper: false, rolbypassrls: false }]);
});

test('migrations are numbered one after the other', async () => {
  const numbers = (await listMigrations(join(root, 'db/migrations'))).map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
});

test('db/tables.ts and db/schema.sql are what the migrations make; after a new migration, run "npm run db:types"', async () => {
  expect(await readFile(join(root, 'db/schema.sql'), 'utf8')).toBe(await readSchema(own.url));
  await runCodegen(own.url, '--verify');
});

test('accounts and people of two files never have one number, and what both asked for is planned once a connection', async () => {
  const others = await createDatabase();
  onTestFinished(others.drop);
  const next = async ({ sql }: Pick<TestDatabase, 'sql'>) => (await sql(`insert into accounts (name) values ('Acme') returning id`))[0]?.id;
  expect(await next(own)).not.toBe(await next(others));
  const client = await own.database.pool.connect();
  for (const number of [1, 2, 3]) await client.query('select $1::int as number', [number]);
  const { rows } = await client.query(
    `select generic_plans, custom_plans from pg_prepared_statements where statement = 'select $1::int as number'`,
  );
  client.release();
  expect(rows).toEqual([{ generic_plans: 3, custom_plans: 0 }]);
});
