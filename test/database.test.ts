import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testDatabase } from './database.ts';

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
  const numbers = (await readdir(`${import.meta.dirname}/../db/migrations`)).map((name) => Number(name.slice(0, 4))).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
});
