import { expect, test } from 'vitest';
import { connected, testDatabase } from '../test/database.ts';
import { applyMigration } from './migrate.ts';

const own = testDatabase();

/** Someone reads a table in a transaction that goes on, and a migration wants to change that table as its second step. */
async function whileRead(table: string) {
  const [reader, client] = [await connected(own.url), await connected(own.url)];
  await own.sql(`create table ${table} (id int)`);
  await reader.query(`begin; select from ${table}`);
  const text = `create table ${table}_parts (id int); alter table ${table} add column note text`;
  const there = async () =>
    (
      await own.sql<{ name: string }>(
        `select name from migrations where name = $1
        union all select table_name || '.' || column_name from information_schema.columns where table_name like $1 || '%' order by 1`,
        [table],
      )
    ).map(({ name }) => name);
  return { reader, client, migration: { name: table, text }, there };
}

test('a migration lets others pass that queue behind it, and is applied whole once a long transaction has ended', async () => {
  const { reader, client, migration, there } = await whileRead('parcels');
  const [lines, seen]: [string[], unknown[]] = [[], []];
  await applyMigration(client, migration, (line) => lines.push(line), {
    ...{ lockMs: 50, tries: 3 },
    async pause() {
      seen.push([await own.sql('select count(*)::int as rows from parcels'), await there()]);
      if (seen.length === 2) await reader.query('commit');
    },
  });
  const asBefore = [[{ rows: 0 }], ['parcels.id']];
  expect(seen).toEqual([asBefore, asBefore]);
  const line = 'Migration parcels is not applied yet: another transaction has what it changes.';
  expect(lines).toEqual([`${line} Try 2 of 3 follows.`, `${line} Try 3 of 3 follows.`]);
  expect(await there()).toEqual(['parcels', 'parcels.id', 'parcels.note', 'parcels_parts.id']);
});

test('a migration that never gets its table says so, and nothing of it is applied', async () => {
  const { client, migration, there } = await whileRead('pallets');
  await expect(applyMigration(client, migration, () => undefined, { lockMs: 50, tries: 2, pause: async () => undefined })).rejects.toThrow(
    'Migration pallets is not applied: in 2 tries, other transactions kept what it changes. End those that run for long',
  );
  expect(await there()).toEqual(['pallets.id']);
});
