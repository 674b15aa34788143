import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { usualKeepDays } from '../../../platform/keep-days.ts';
import { addTextFile } from '../../../test/add-file.ts';
import { buildShop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { addConnection, addOrders } from '../../../test/shop/rows.ts';
import { deleteOldRuns } from '../../shared/runs/old-runs.ts';
import { sweep } from '../tick.ts';
import { tidy } from './tidy.ts';

const own = testDatabase();

/** An account with old and young records of each kind, and files with and without a row. */
async function withPast() {
  const shop = await buildShop(own, { connected: false });
  const { accountId, engine } = shop;
  const connection = await addConnection(own, accountId);
  await own.sql(
    `insert into exchanges (account_id, connection_id, at, operation, method, url, took_ms, outcome)
    select $1, $2, now() - make_interval(days => days), days::text, 'GET', 'https://example.com', 1, 'ok'
      from unnest(array[40, 31, 29, 15, 1]) as days`,
    [accountId, connection],
  );
  await own.sql(
    `insert into exchange_bodies (account_id, at, packed) select account_id, at, convert_to(operation, 'UTF8') from exchanges
      where account_id = $1`,
    [accountId],
  );
  const runs = await own.sql<{ id: string }>(
    `insert into runs (account_id, kind, subject, state, started_at, finished_at)
    select $1, 'bulk', to_jsonb(days::text), case when days = 100 then 'running' else 'done' end, now() - make_interval(days => 200), case
      when days <> 100 then now() - make_interval(days => days) end
    from unnest(array[120, 100, 95, 91, 89]) as days returning id`,
    [accountId],
  );
  await own.sql(
    `insert into run_outcomes (account_id, run_id, outcome, record_type, label) select account_id, id, 'done', 'order', subject #>> '{}' from runs
      where account_id = $1`,
    [accountId],
  );
  await own.sql(`insert into exports (account_id, kind, run_id, finished_at) values ($1, 'orders', $2, now())`, [accountId, runs[2]?.id]);
  await shop.inTenant((tenant) => addTextFile(tenant, engine.files, 'kept.csv', 'kept'));
  return shop;
}

const subjects = async (table: string, column: string, accountId: number) =>
  (await own.sql<{ value: string }>(`select ${column} as value from ${table} where account_id = $1 order by id`, [accountId])).map(
    ({ value }) => value,
  );

test('old rows are deleted; running ones, young ones and runs of files that still exist stay', async () => {
  const shop = await withPast();
  const other = await withPast();
  await shop.tidy();
  expect(await subjects('exchanges', 'operation', shop.accountId)).toEqual(['29', '15', '1']);
  expect(await subjects('exchange_bodies', `convert_from(packed, 'UTF8')`, shop.accountId)).toEqual(['1']);
  expect(await subjects('runs', 'subject', shop.accountId)).toEqual(['100', '95', '89']);
  expect(await subjects('run_outcomes', 'label', shop.accountId)).toEqual(['100', '95', '89']);
  expect(await subjects('runs', 'subject', other.accountId)).toEqual(['120', '100', '95', '91', '89']);
});

test('an installation may keep them for longer or shorter', async () => {
  const shop = await withPast();
  await tidy({ ...shop.engine, keepDays: { ...usualKeepDays, exchanges: 14, runs: 110 } }, shop.accountId);
  expect(await subjects('exchanges', 'operation', shop.accountId)).toEqual(['1']);
  expect(await subjects('runs', 'subject', shop.accountId)).toEqual(['100', '95', '91', '89']);
});

test('a run of an import stays as long as the import, 35 days from its apply, however short runs are kept', async () => {
  const shop = await withPast();
  await own.sql(
    `insert into imports (account_id, entity, state, straight, run_id, file_name, digest, format, mapping, lines, created_at, applied_at)
    select r.account_id, 'products', 'applied', true, r.id, 'a.csv', 'x', '{}', '{}', 1, now() - make_interval(days => age.days + 6),
      now() - make_interval(days => age.days)
    from runs r join unnest(array['120', '91'], array[34, 36]) as age (subject, days) on to_jsonb(age.subject) = r.subject where r.account_id = $1`,
    [shop.accountId],
  );
  await tidy({ ...shop.engine, keepDays: { ...usualKeepDays, runs: 31 } }, shop.accountId);
  expect(await subjects('runs', 'subject', shop.accountId)).toEqual(['120', '100', '95']);
});

test('runs that are kept are not read each time', async () => {
  const shop = await withPast();
  await own.sql(
    `insert into runs (account_id, kind, subject, state, started_at, touched_at, finished_at)
    select $1, 'sync', '{}', 'done', now(), now(), now() from generate_series(1, 1000)`,
    [shop.accountId],
  );
  await own.sql('analyze runs');
  expect(await rowsRead(own, 'runs', (database) => deleteOldRuns(database, shop.accountId, 90))).toBeLessThan(50);
});

test('it runs once an hour', async () => {
  const shop = await withPast();
  await own.sql(`insert into housekeeping (account_id, tidied_at) values ($1, now() - interval '59 minutes')`, [shop.accountId]);
  await shop.tidy();
  expect(await subjects('runs', 'subject', shop.accountId)).toHaveLength(5);
  await own.sql(`update housekeeping set tidied_at = now() - interval '61 minutes' where account_id = $1`, [shop.accountId]);
  await shop.tidy();
  expect(await subjects('runs', 'subject', shop.accountId)).toHaveLength(3);
});

test('bytes without a row are deleted when they are a month old, those with one never', async () => {
  const shop = await withPast();
  const [kept] = await subjects('files', 'key', shop.accountId);
  const { store } = shop.engine.files;
  const [old, young] = [`${shop.accountId}/old`, `${shop.accountId}/young`];
  for (const key of [old, young]) await store.put(key, Readable.from([Buffer.from(key)]));
  const daysAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  for (const key of [old, kept]) await utimes(join(shop.engine.filesDir, String(key)), daysAgo, daysAgo);
  await shop.tidy();
  expect(await Promise.all([old, young, kept].map(async (key) => (await store.read(String(key))) !== null))).toEqual([false, true, true]);
});

test('what one step cannot do keeps none of the others from theirs', async () => {
  const shop = await withPast();
  const { store } = shop.engine.files;
  const key = `${shop.accountId}/old`;
  await store.put(key, Readable.from([Buffer.from(key)]));
  const daysAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  await utimes(join(shop.engine.filesDir, key), daysAgo, daysAgo);
  await own.sql('alter function forget_changes rename to forget_changes_gone');
  onTestFinished(async () => void (await own.sql('alter function forget_changes_gone rename to forget_changes')));
  await expect(tidy({ ...shop.engine, keepDays: usualKeepDays }, shop.accountId)).rejects.toThrow('forget_changes');
  expect(await store.read(key)).toBeNull();
});

test('a database that is not the newest of its installation deletes nothing: the files may be those of the newest', async () => {
  const shop = await withPast();
  await own.sql(`update installation set stopped = 'copy'`);
  try {
    await shop.tidy();
    expect(await subjects('runs', 'subject', shop.accountId)).toHaveLength(5);
  } finally {
    await own.sql('update installation set stopped = null');
  }
  await shop.tidy();
  expect(await subjects('runs', 'subject', shop.accountId)).toHaveLength(3);
});

test('an account without a connection is tidied as well, now and then', async () => {
  await own.sql(`insert into accounts (name, timezone) select 'Left ' || n, 'UTC' from generate_series(1, 3000) as n`);
  await sweep(own.database);
  const [found] = await own.sql<{ count: number }>(`select count(*)::int from graphile_worker._private_jobs
    where key in (select 'tidy:' || id from accounts where name like 'Left %')`);
  expect(found?.count).toBeGreaterThan(0);
  expect(found?.count).toBeLessThan(300);
});

test('orders of a channel that cannot be asked keep none of another from being read again', async () => {
  const shop = await buildShop(own, { connected: false });
  const { accountId } = shop;
  const [paused, active] = [await addConnection(own, accountId), await addConnection(own, accountId)];
  await own.sql(`update connections set state = case when id = $1 then 'paused' else 'active' end where account_id = $2`, [
    paused,
    accountId,
  ]);
  await addOrders(
    own,
    accountId,
    paused,
    Array.from({ length: 20 }, () => ({ must_reread: true })),
  );
  const [asked] = await addOrders(own, accountId, active, [{ must_reread: true }]);
  await tidy({ ...shop.engine, keepDays: usualKeepDays }, accountId);
  const jobs = await own.sql(`select key from graphile_worker._private_jobs where key like 'reread:' || $1 || ':%'`, [accountId]);
  expect(jobs).toEqual([{ key: `reread:${accountId}:${asked}` }]);
});

test('purchase orders of a source that cannot be asked keep none of another from being read again', async () => {
  const shop = await buildShop(own, { connected: false });
  const { accountId } = shop;
  const [paused, active] = [await addConnection(own, accountId), await addConnection(own, accountId)];
  await own.sql(`update connections set state = case when id = $1 then 'paused' else 'active' end where account_id = $2`, [
    paused,
    accountId,
  ]);
  const add = async (connection: number, n: number) =>
    own.sql<{ id: string }>(
      `insert into purchase_orders (account_id, connection_id, remote_id, source_number, must_reread)
        select $1, $2, 'P' || n, 'P' || n, true from generate_series(1, $3) as n returning id`,
      [accountId, connection, n],
    );
  await add(paused, 20);
  const [asked] = await add(active, 1);
  await tidy({ ...shop.engine, keepDays: usualKeepDays }, accountId);
  const jobs = await own.sql(`select key from graphile_worker._private_jobs where key like 'reread-purchase:' || $1 || ':%'`, [accountId]);
  expect(jobs).toEqual([{ key: `reread-purchase:${accountId}:${asked?.id}` }]);
});
