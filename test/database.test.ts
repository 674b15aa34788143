import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stopBehind } from '../app/base/installation/behind.ts';
import { runCodegen } from '../bin/schema/row-types.ts';
import { readSchema } from '../bin/schema/sql.ts';
import { root } from '../bin/stop.mjs';
import { listMigrations } from '../platform/migrations.ts';
import { connected, createDatabase, emptyDatabase, type TestDatabase, testDatabase } from './database.ts';

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

/** Nothing of these is ever deleted: accounts are suspended, people removed, connections ended, orders marked. */
const kept = ['accounts', 'users', 'connections', 'orders', 'shipments'];
/** A connection has one row. */
const few = ['comparisons'];

test('whoever deletes a record finds by an index what may refer to it', async () => {
  const keys = await own.sql<{ key: string }>(
    `select k.conrelid::regclass || ': ' || pg_get_constraintdef(k.oid) as key from pg_constraint k
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.confrelid::regclass::text <> all ($1)
       and k.conrelid::regclass::text <> all ($2) and not exists (select from pg_index i where i.indrelid = k.conrelid
         and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))
     order by 1`,
    [kept, few],
  );
  expect(keys.map(({ key }) => key)).toEqual([]);
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

test('a database is emptied though somebody holds what is to be deleted, and waits for what is', async () => {
  const used = await createDatabase();
  onTestFinished(used.drop);
  await used.sql(`insert into accounts (name) values ('Acme')`);
  await used.sql(`insert into users (name, email) values ('Ann', 'ann@example.com')`);
  // In the order in which they are emptied.
  const [first, second] = await used.sql<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' and tablename in ('accounts', 'users')`,
  );
  const other = await connected(used.url);
  await other.query(`begin; select from ${second?.tablename} for update`);
  const emptied = emptyDatabase(used);
  // Within a transaction the activity is shown as it was when that was first asked for.
  const waiting = `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query like 'do %'`;
  await expect.poll(() => own.sql(waiting, [other.database])).toHaveLength(1);
  await expect(other.query(`update ${first?.tablename} set name = 'Other'`)).rejects.toThrow('deadlock detected');
  await other.end();
  await emptied;
  expect(await used.sql('select from accounts')).toEqual([]);
});

test('one that was emptied is not taken for one that has lost what its workers raised', async () => {
  const used = await createDatabase();
  onTestFinished(used.drop);
  const [here] = await used.sql<{ id: string; life: string }>(
    'update installation set life = database_life(), mark = 5 returning id, life',
  );
  if (!here) throw new Error('The database does not say which installation it is of.');
  await used.sql(`insert into worker_marks (worker, mark) values ('of the test file before', 5)`);
  const file = { installation: here.id, worker: 'of the test file before', life: here.life, mark: 5, at: new Date() };
  await emptyDatabase(used);
  const stopped = await stopBehind(used.database, here, [{ ...file, baseUrl: 'http://localhost', released: true, kept: true }]);
  expect(stopped).toBe(false);
});
