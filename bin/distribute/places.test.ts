import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { distribute } from './distribute.ts';
import { exceptionNames, isKept, placeOf } from './places.ts';
import { inOrder, readForeignKeys, readTables } from './tables.ts';

const own = testDatabase();

test('each foreign key of the schema leads to where the engine finds what it refers to', async () => {
  const [tables, keys] = [await readTables(own.sql), await readForeignKeys(own.sql)];
  expect(tables.length).toBeGreaterThan(100);
  expect(keys.length).toBeGreaterThan(200);
  const places = new Map(tables.map((table) => [table.name, placeOf(table)]));
  const lost = keys.filter((key) => {
    const [from, to] = [places.get(key.from), places.get(key.to)];
    return !from || !to || !isKept(key, from, to);
  });
  expect(lost).toEqual([]);
});

test('every exception is a table, and differs from what its columns say', async () => {
  const tables = await readTables(own.sql);
  const different = tables.filter((table) => placeOf(table) !== placeOf({ ...table, name: '' })).map(({ name }) => name);
  expect(different.toSorted()).toEqual(exceptionNames.toSorted());
});

test('what is unique in a table that is distributed by account, is so within an account', async () => {
  const found = await own.sql<{ name: string; index: string }>(
    `select c.relname as name, i.indexrelid::regclass::text as index from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and not exists (
       select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and a.attnum = any (i.indkey))`,
  );
  const tables = new Map((await readTables(own.sql)).map((table) => [table.name, placeOf(table)]));
  expect(found.filter(({ name }) => tables.get(name) === 'by account')).toEqual([]);
});

const key = { from: 'a', to: 'b', columns: ['account_id', 'b_id'], toColumns: ['account_id', 'id'] };
test.each([
  ['by account', 'by account', key, true],
  ['by account', 'by account', { ...key, columns: ['b_id'], toColumns: ['id'] }, false],
  ['by account', 'by account', { ...key, toColumns: ['id', 'account_id'] }, false],
  ['by account', 'everywhere', key, true],
  ['coordinator', 'everywhere', key, true],
  ['coordinator', 'coordinator', { ...key, columns: ['b_id'], toColumns: ['id'] }, true],
  ['everywhere', 'everywhere', key, true],
  ['everywhere', 'by account', key, false],
  ['by account', 'coordinator', key, false],
  ['coordinator', 'by account', key, false],
] as const)('a foreign key from a table that is %s to one that is %s (%j): %j', (from, to, each, kept) => {
  expect(isKept({ ...each, columns: [...each.columns], toColumns: [...each.toColumns] }, from, to)).toBe(kept);
});

test('a table comes after those that it refers to', () => {
  const table = (name: string) => ({ name, hasAccount: true });
  const ordered = inOrder([table('a'), table('b')], [key, { ...key, to: 'a' }]);
  expect(ordered.map(({ name }) => name)).toEqual(['b', 'a']);
  expect(() => inOrder([table('a'), table('b')], [key, { ...key, from: 'b', to: 'a' }])).toThrow('in a circle: a, b');
});

test('a PostgreSQL without Citus is left as it is, with a sentence that says why', async () => {
  await expect(distribute(own.url, () => undefined)).rejects.toThrow(/^This PostgreSQL has no Citus, so its tables cannot be distributed/);
});
