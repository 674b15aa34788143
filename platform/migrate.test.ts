import { expect, test } from 'vitest';
import { connected, testDatabase } from '../test/database.ts';
import { locks } from './locks.ts';
import { applyMigration, migrate } from './migrate.ts';

const own = testDatabase();

const soon = { lockMs: 50, aloneMs: 50, tries: 1, pause: async () => undefined };

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
    ...{ lockMs: 50, aloneMs: 50, tries: 3 },
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
  await expect(applyMigration(client, migration, () => undefined, { ...soon, tries: 2 })).rejects.toThrow(
    'Migration pallets is not applied: in 2 tries, other transactions kept what it changes. End those that run for long',
  );
  expect(await there()).toEqual(['pallets.id']);
});

const indexed = (table: string) =>
  `-- outside a transaction\ndrop index concurrently if exists ${table}_by_id; create index concurrently ${table}_by_id on ${table} (id)`;

test('an index is built outside a transaction while others write its table, and one that was not finished is built anew', async () => {
  const [writer, client] = [await connected(own.url), await connected(own.url)];
  await own.sql('create table labels (id int)');
  await writer.query('begin; insert into labels values (1)');
  const said: unknown[] = [];
  await applyMigration(client, { name: 'labels', text: indexed('labels') }, () => undefined, {
    ...{ ...soon, tries: 2 },
    async pause() {
      said.push(await own.sql(`select indisvalid from pg_index where indexrelid = 'labels_by_id'::regclass`));
      // Another writes without waiting for us.
      await own.sql('insert into labels values (2)');
      await writer.query('commit');
    },
  });
  expect(said).toEqual([[{ indisvalid: false }]]);
  expect(await own.sql(`select indisvalid from pg_index where indexrelid = 'labels_by_id'::regclass`)).toEqual([{ indisvalid: true }]);
  expect(await own.sql(`select name from migrations where name = 'labels'`)).toHaveLength(1);
});

test('whoever waits until another has migrated keeps no index from being built', async () => {
  const client = await connected(own.url);
  await own.sql('create table crates (id int)');
  await client.query('select pg_advisory_lock($1)', [locks.migrating]);
  const waiting = migrate(own.url);
  await expect.poll(() => own.sql(asking), { timeout: 10_000 }).toHaveLength(1);
  await applyMigration(client, { name: 'crates', text: indexed('crates') }, () => undefined, { ...soon, aloneMs: 5_000 });
  await client.query('select pg_advisory_unlock($1)', [locks.migrating]);
  expect(await waiting).toEqual([]);
});

const asking = `select from pg_stat_activity where datname = current_database() and application_name = 'crossdock-migrate'
  and query like '%advisory_lock%'`;
