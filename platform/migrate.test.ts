import type pg from 'pg';
import { expect, test } from 'vitest';
import { connected, testDatabase } from '../test/database.ts';
import { locks } from './locks.ts';
import { applyMigration, migrate, migrateQueue } from './migrate.ts';

const own = testDatabase();

const soon = { lockMs: 50, sayMs: 50, tries: 1, pause: async () => undefined };
const silent = () => undefined;

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
  await applyMigration({ client, databaseUrl: own.url, say: (line) => lines.push(line) }, migration, {
    ...{ ...soon, tries: 3 },
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
  await expect(applyMigration({ client, databaseUrl: own.url, say: silent }, migration, { ...soon, tries: 2 })).rejects.toThrow(
    'Migration pallets is not applied: in 2 tries, other transactions kept what it changes. End those that run for long',
  );
  expect(await there()).toEqual(['pallets.id']);
});

const indexed = (table: string) =>
  `-- outside a transaction\ndrop index concurrently if exists ${table}_by_id; create index concurrently ${table}_by_id on ${table} (id)`;

const isValid = (table: string) => own.sql(`select indisvalid from pg_index where indexrelid = '${table}_by_id'::regclass`);

/** The number of a session, and its name. */
async function sessionOf(client: pg.Client, application: string): Promise<{ pid: number; name: string }> {
  await client.query(`select set_config('application_name', $1, false)`, [application]);
  const { rows } = await client.query<{ pid: number; at: string | null }>(
    `select pg_backend_pid() as pid, 'at ' || host(inet_client_addr()) as at`,
  );
  const [{ pid, at } = expect.unreachable()] = rows;
  return { pid, name: `session ${pid} of the database (${at === null ? application : `${application}, ${at}`})` };
}

test('an index is built outside a transaction while others write its table, and says for whom it waits', async () => {
  const [writer, client] = [await connected(own.url), await connected(own.url)];
  await own.sql('create table labels (id int)');
  const { name } = await sessionOf(writer, 'a long one');
  await writer.query('begin; insert into labels values (1)');
  const lines: string[] = [];
  const applied = applyMigration(
    { client, databaseUrl: own.url, say: (line) => lines.push(line) },
    { name: 'labels', text: indexed('labels') },
    soon,
  );
  await expect.poll(() => lines.length).toBeGreaterThan(1);
  // Another writes without waiting for us.
  await own.sql('insert into labels values (2)');
  await writer.query('commit');
  await applied;
  expect(new Set(lines)).toEqual(new Set([`Migration labels waits until these have ended what they do: ${name}.`]));
  expect(await isValid('labels')).toEqual([{ indisvalid: true }]);
  expect(await own.sql(`select name from migrations where name = 'labels'`)).toHaveLength(1);
});

test('an index that was not built to its end is built anew', async () => {
  const [writer, client] = [await connected(own.url), await connected(own.url)];
  await own.sql('create table cases (id int)');
  await writer.query('begin; insert into cases values (1)');
  await client.query('set lock_timeout = 50');
  await expect(client.query('create index concurrently cases_by_id on cases (id)')).rejects.toThrow('lock timeout');
  expect(await isValid('cases')).toEqual([{ indisvalid: false }]);
  await writer.query('commit');
  await applyMigration({ client, databaseUrl: own.url, say: silent }, { name: 'cases', text: indexed('cases') }, soon);
  expect(await isValid('cases')).toEqual([{ indisvalid: true }]);
});

test('whoever waits until another has migrated says so, and keeps no index from being built', async () => {
  const client = await connected(own.url);
  await own.sql('create table crates (id int)');
  const { name } = await sessionOf(client, 'the first');
  await client.query('select pg_advisory_lock($1)', [locks.migrating]);
  const lines: string[] = [];
  const waiting = migrate(own.url, undefined, (line) => lines.push(line));
  await expect.poll(() => lines).toEqual([`Another process migrates this database. This one waits until that has ended: ${name}.`]);
  await applyMigration({ client, databaseUrl: own.url, say: silent }, { name: 'crates', text: indexed('crates') }, soon);
  await client.query('select pg_advisory_unlock($1)', [locks.migrating]);
  expect(await waiting).toEqual([]);
});

test('one of a build before that waits within a statement keeps an index from being built, and is named', async () => {
  const [client, before] = [await connected(own.url), await connected(own.url)];
  await own.sql('create table drums (id int)');
  await client.query('select pg_advisory_lock($1)', [locks.migrating]);
  const { pid, name } = await sessionOf(before, 'of a version before');
  // It has waited for long, and looks for no deadlock again.
  await before.query(`set deadlock_timeout = '1h'`);
  const waits = before.query('select pg_advisory_lock($1)', [locks.migrating]).catch((error) => error.code);
  await expect.poll(() => own.sql('select from pg_stat_activity where pid = $1 and wait_event_type = $2', [pid, 'Lock'])).toHaveLength(1);
  const lines: string[] = [];
  await applyMigration(
    { client, databaseUrl: own.url, say: (line) => lines.push(line) },
    { name: 'drums', text: indexed('drums') },
    {
      ...{ ...soon, sayMs: 60_000, tries: 2 },
      async pause() {
        await own.sql('select pg_terminate_backend($1, 5000)', [pid]);
        expect(await waits).toBe('57P01');
      },
    },
  );
  expect(lines).toEqual([
    `No index is built while a migrate of an older version waits for this one: ${name}. ` +
      `Stop it where it runs, or in the database: select pg_terminate_backend(${pid});`,
    'Migration drums is not applied yet: another transaction has what it changes. Try 2 of 2 follows.',
  ]);
});

test('what a step outside a transaction sets for itself is heard on the nodes', async () => {
  const client = await connected(own.url);
  const text = `-- outside a transaction\ncreate table heard as select current_setting('citus.propagate_set_commands', true) as value`;
  await applyMigration({ client, databaseUrl: own.url, say: silent }, { name: 'heard', text }, soon);
  expect(await own.sql('select value from heard')).toEqual([{ value: 'local' }]);
});

test('the migrations of the job queue wait for no lock for long either', async () => {
  const other = await connected(own.url);
  await own.sql('drop schema graphile_worker cascade');
  await other.query('begin; create schema graphile_worker');
  const [lines, waiting]: [string[], unknown[]] = [[], []];
  await migrateQueue(own.url, (line) => lines.push(line), {
    ...{ ...soon, tries: 3 },
    async pause() {
      waiting.push(await own.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`));
      if (waiting.length === 2) await other.query('rollback');
    },
  });
  const line = 'Migration of the job queue is not applied yet: another transaction has what it changes.';
  expect(lines).toEqual([`${line} Try 2 of 3 follows.`, `${line} Try 3 of 3 follows.`]);
  expect(waiting).toEqual([[], []]);
  expect(await own.sql('select from graphile_worker._private_jobs')).toEqual([]);
});
