import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { root } from '../../bin/stop.mjs';
import { isOutsideTransaction, listMigrations } from '../../platform/migrations.ts';
import { testDatabase } from '../database.ts';
import { databaseUrl, onCluster } from '../start-database.ts';
import { narrowed } from './narrowed.ts';
import { takeSnapshot } from './snapshot.ts';
import { openSteps } from './steps.ts';

const own = testDatabase();

/** The newest migration that a build in use has applied. Whoever folds migrations names the last file here. */
const lastOfFold = '0018_own_shops.sql';

/** What a migration takes once no build in use has needed it for a release: its file, and what is said of it. */
const contracts: Record<string, string[]> = {
  '0029_workers_not_of_business.sql': ['cut_off_jobs', 'workers'].flatMap((table) =>
    ['insert', 'select', 'update', 'delete'].map((right) => `There is no longer a grant of ${right} on ${table} to crossdock_app.`),
  ),
};

/** A migration without what it does outside a transaction: the schema is the same. */
async function inOneTransaction(file: string): Promise<string> {
  const text = await readFile(join(root, 'db/migrations', file), 'utf8');
  return isOutsideTransaction(text) ? text.replaceAll(' concurrently', '').replaceAll(/^ *commit;$/gm, '') : text;
}

/** What narrows when this is done to the schema as it is. */
async function narrows(statements: string): Promise<string[]> {
  const steps = await openSteps(own.url);
  try {
    const before = await takeSnapshot(steps.sql);
    await steps.sql(statements);
    return narrowed(before, await takeSnapshot(steps.sql));
  } finally {
    await steps.undo();
  }
}

test.each([
  ['drop table saved_views cascade', ['The table saved_views is gone.']],
  ['alter table tags rename column name to label', ['The column tags.name is gone.']],
  ['alter table orders rename to sales', ['The table orders is gone.']],
  ['alter table accounts drop column page_size', ['The column accounts.page_size is gone.']],
  ['alter table accounts alter column created_at type date', ['The column accounts.created_at was timestamp with time zone and is date.']],
  ['alter table orders alter column warehouse_code set not null', ['The column orders.warehouse_code may no longer be null.']],
  ['alter table accounts add column plan text not null', ['The column accounts.plan is new, must not be null and has no default.']],
  ['alter table tags add check (length(name) < 10)', ['The table tags has a new rule: CHECK ((length(name) < 10)).']],
  ['create unique index on accounts (name)', ['The table accounts has a new rule: UNIQUE  USING btree (name).']],
  ['drop function database_life cascade', [expect.stringContaining('There is no longer a function database_life()')]],
  [
    'revoke update (two_factor_required) on accounts from crossdock_app',
    [expect.stringContaining('There is no longer a grant of update on accounts.two')],
  ],
])('%s is refused', async (statement, told) => {
  const found = await narrows(statement);
  expect(found).toEqual(expect.arrayContaining(told));
});

test.each([
  'create table parcels (account_id bigint not null, id bigint not null, primary key (account_id, id))',
  `alter table accounts add column plan text not null default 'basic' check (plan in ('basic', 'large'))`,
  'alter table accounts alter column page_size type integer',
  'alter table orders alter column source_order_number drop not null',
  'create index on accounts (name)',
  `alter table accounts drop constraint accounts_page_size_check, add check (page_size in (25, 50, 100, 200))`,
])('%s is not', async (statement) => {
  expect(await narrows(statement)).toEqual([]);
});

test('no migration takes from a build that is running what it uses: see docs/decisions/0025-when-migrations-are-frozen.md', async () => {
  const files = await listMigrations(join(root, 'db/migrations'));
  const later = files.slice(files.indexOf(lastOfFold) + 1);
  expect(files).toContain(lastOfFold);
  const { url } = inject('cluster');
  const name = `steps_${process.pid}_${Date.now().toString(36)}`;
  await onCluster(url, `create database ${name} template template0`);
  try {
    const steps = await openSteps(databaseUrl(url, name));
    await steps.prepare();
    for (const file of files.slice(0, files.length - later.length)) await steps.sql(await inOneTransaction(file));
    const found: Record<string, string[]> = {};
    for (const file of later) {
      const before = await takeSnapshot(steps.sql);
      await steps.sql(await inOneTransaction(file));
      found[file] = narrowed(before, await takeSnapshot(steps.sql));
    }
    await steps.undo();
    expect(found).toEqual(Object.fromEntries(later.map((file) => [file, contracts[file] ?? []])));
  } finally {
    await onCluster(url, `drop database ${name} with (force)`);
  }
});

/** The newest that a release has applied from before migrations could run outside a transaction. */
const lastWithin = '0023_lapsed_issues.sql';

test('no index of a table that there was is built while nobody may write it', async () => {
  const files = await listMigrations(join(root, 'db/migrations'));
  const found = files.slice(files.indexOf(lastWithin) + 1).map(async (file) => {
    const text = await readFile(join(root, 'db/migrations', file), 'utf8');
    const built = text.matchAll(/create (?:unique )?index (?!concurrently)(\w+ )?on (\w+)/g);
    return [...built].flatMap(([, name, table]) => (text.includes(`create table ${table} (`) ? [] : [`${file}: ${name} of ${table}`]));
  });
  expect(files).toContain(lastWithin);
  expect((await Promise.all(found)).flat()).toEqual([]);
});
