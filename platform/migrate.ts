import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Columns } from './columns.ts';
import { isUndone } from './is-undone.ts';
import { locks } from './locks.ts';
import { openLogins } from './logins.ts';
import {
  isOutsideTransaction,
  listMigrations,
  pendingMigrations,
  requirePostgres,
  statementsOf,
  TablesInUse,
  waitsAlone,
} from './migrations.ts';
import { forgetParts } from './nodes/parts.ts';
import { steadyClient, steadyPool } from './steady.ts';
import { runWatched, whoIsInLine, whoMigrates } from './waited-for.ts';

type Migration = { name: string; text: string };
type Say = (line: string) => void;
type Means = { client: pg.Client; databaseUrl: string; say: Say };

const folder = join(import.meta.dirname, '../db/migrations');

/**
 * Brings the database to the newest migration: plain SQL files, forward only, each in its own transaction where it does not say otherwise,
 * under an advisory lock so that several processes may start at once. Then the product's roles may log in, with `password` or one
 * that is derived from the owner's. `say` hears why it takes longer. Returns the names of the applied migrations.
 * @throws FormerDatabase, OlderPostgres before it changes anything; TablesInUse where it never got a lock.
 */
export async function migrate(databaseUrl: string, password?: string, say: Say = () => undefined): Promise<string[]> {
  const client = steadyClient({ connectionString: databaseUrl, application_name: 'crossdock-migrate' });
  await client.connect();
  try {
    const { rows: versions } = await client.query<{ number: number }>(`select current_setting('server_version_num')::int as number`);
    requirePostgres(versions[0]?.number ?? 0);
    await haveTurn(client, say);
    await client.query('create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())');
    const { rows } = await client.query<Columns<'migrations', 'name'>>('select name from migrations');
    const pending = pendingMigrations(
      await listMigrations(folder),
      rows.map(({ name }) => name),
    );
    if (pending.length > 0) await forgetParts(client);
    await migrateQueue(databaseUrl, say);
    const means = { client, databaseUrl, say };
    for (const name of pending) await applyMigration(means, { name, text: await readFile(join(folder, name), 'utf8') });
    await openLogins(client, databaseUrl, password);
    return pending;
  } finally {
    await client.end();
  }
}

/** Has it alone. Whoever waited within a statement would keep an index from being built, which waits for all statements that run. */
async function haveTurn(client: pg.Client, say: Say): Promise<void> {
  for (let turn = 0; ; turn++) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [locks.migrating]);
    if (rows[0]?.mine) return;
    if (turn % 120 === 0) {
      const who = await whoMigrates(client);
      say(`Another process migrates this database. This one waits until that has ended${who && `: ${who}`}.`);
    }
    await wait(500);
  }
}

type Patience = {
  /** Whoever comes after us waits behind us for a table, even to read it. */
  lockMs: number;
  /** How often it says for whom it waits, where nobody waits behind it. */
  sayMs: number;
  tries: number;
  /** Lets time pass before the next try. */
  pause: () => Promise<unknown>;
};

const patience: Patience = { lockMs: 2_000, sayMs: 60_000, tries: 60, pause: () => wait(5_000) };

/** Applies it whole or not at all, but for one that says otherwise. */
export const applyMigration = (means: Means, migration: Migration, how = patience): Promise<void> =>
  onceFree(migration.name, means.say, how, () =>
    isOutsideTransaction(migration.text) ? applyApart(means, migration, how) : applyOnce(means.client, migration, how),
  );

/** The tables of the job queue. Each of its migrations is a transaction that it begins itself: another try goes on behind those before. */
export async function migrateQueue(databaseUrl: string, say: Say = () => undefined, how = patience): Promise<void> {
  // A pool that it opened itself would hear nothing of its connections while they close.
  const pgPool = steadyPool(new pg.Pool({ connectionString: databaseUrl, max: 1, lock_timeout: how.lockMs }));
  await onceFree('of the job queue', say, how, () => runMigrations({ pgPool })).finally(() => pgPool.end());
}

/** It waits for no lock for long where others wait behind it, and tries again where somebody has one. */
async function onceFree(name: string, say: Say, { tries, pause }: Patience, apply: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await apply();
    } catch (error) {
      if (!isUndone(error))
        throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
      if (tried === tries) throw new TablesInUse(name, tries);
      say(`Migration ${name} is not applied yet: another transaction has what it changes. Try ${tried + 1} of ${tries} follows.`);
      await pause();
    }
  }
}

/**
 * Step by step. An index waits for all transactions that go on, however long: what was built of it would be built again. One that was not
 * built to its end is there all the same, and the next try drops it.
 */
async function applyApart({ client, databaseUrl, say }: Means, { name, text }: Migration, { lockMs, sayMs }: Patience): Promise<void> {
  const hear = (names: string) => say(`Migration ${name} waits until these have ended what they do: ${names}.`);
  try {
    // The nodes of a distributed database hear the account that a step binds, by `set local`. One node alone takes no notice.
    await client.query(`set citus.propagate_set_commands = 'local'`);
    for (const statement of statementsOf(text)) {
      await client.query(`set lock_timeout = ${waitsAlone(statement) ? 0 : lockMs}`);
      await (waitsAlone(statement) ? runWatched(client, statement, { databaseUrl, everyMs: sayMs, hear }) : client.query(statement));
    }
    await client.query('insert into migrations (name) values ($1)', [name]);
  } catch (error) {
    const inLine = isUndone(error) && (await whoIsInLine(client));
    if (inLine) say(`No index is built while a migrate of an older version waits for this one: ${inLine}`);
    throw error;
  } finally {
    await client.query('reset lock_timeout; reset citus.propagate_set_commands');
  }
}

async function applyOnce(client: pg.Client, { name, text }: Migration, { lockMs }: Patience): Promise<void> {
  // In a distributed database the nodes wait no longer either. A database of one node has no such setting and takes no notice.
  await client.query(`begin; set local citus.propagate_set_commands = 'local'; set local lock_timeout = ${lockMs}`);
  try {
    for (const statement of statementsOf(text)) await client.query(statement);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
