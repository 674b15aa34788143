import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../platform/db.ts';
import { inTenant } from '../../../platform/tenant.ts';
import { addAccount, buildShop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { allNouns } from '../../entities/all.ts';
import { listRuns } from '../runs/queries.ts';
import { fixTargets } from '../runs/working/targets.ts';
import type { FileRequest } from './export-file.ts';
import { exportsJobs } from './jobs.ts';
import { exportBytes, requireRoomForExport } from './room.ts';
import { startExport } from './start-export.ts';

const own = testDatabase();
const start = (actor: { accountId: number; userId: number }, n: number) =>
  inTenant(own.database, actor, (tenant) =>
    startExport(tenant, {
      kind: 'orders',
      choice: { selection: `${n}` },
      async begin(runId) {
        await fixTargets(tenant, runId, sql`select 1::bigint as id`);
        return { described: null };
      },
    }),
  );

test('ten exports of an account wait at a time, and none begins while its exports fill their room', async () => {
  const [hostile, good] = [await addAccount(own), await addAccount(own)];
  for (let n = 0; n < 10; n++) await start(hostile, n);
  await expect(start(hostile, 10)).rejects.toMatchObject({ status: 409, code: 'too_many_exports' });
  // The same as one that runs is that one.
  await start(hostile, 3);
  await start(good, 1);
  await own.sql(
    `with stored as (insert into files (account_id, key, name, bytes, content_type)
      values ($1, 'a key', 'orders.csv', 700, 'text/csv') returning id)
    update exports set finished_at = now(), file_id = stored.id from stored where account_id = $1
      and exports.id = (select min(id) from exports where account_id = $1)`,
    [hostile.accountId],
  );
  const room = (most: number) => inTenant(own.database, hostile, (tenant) => requireRoomForExport(tenant, most));
  await room(701);
  await expect(room(700)).rejects.toMatchObject({
    ...{ status: 413, code: 'exports_full' },
    message: 'The exports of your account have 700 bytes. Delete those that nobody needs, then export again.',
  });
});

test('an export that becomes larger than the room that is left ends, says so, and leaves nothing', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: 'A-1' });
  await shop.sync();
  await own.sql(
    `with stored as (insert into files (account_id, key, name, bytes, content_type) values ($1, 'another key', 'orders.csv', $2, 'text/csv')
      returning id),
      run as (insert into runs (account_id, kind, subject, state) values ($1, 'export', '{"code": "records", "noun": "orders"}', 'done') returning id)
    insert into exports (account_id, kind, run_id, file_rows, finished_at, file_id) select $1, 'orders', run.id, 'orders', now(), stored.id
      from stored, run`,
    [shop.accountId, exportBytes - 100],
  );
  const { runId } = await start({ accountId: shop.accountId, userId: shop.userId }, 1);
  await shop.engine.runJobs();
  expect(await shop.inTenant((tenant) => listRuns(tenant, { ids: [runId] }))).toMatchObject([
    {
      state: 'failed',
      sentence:
        'The exports of your account have no room for this one. Delete those that nobody needs, then export again, or export fewer records.',
    },
  ]);
  expect(await own.sql('select from files where account_id = $1', [shop.accountId])).toHaveLength(1);
  expect(await own.sql('select part from run_targets where run_id = $1', [runId])).toEqual([]);
});

test('an export whose job is given up ends, says so, and leaves its place: the same can be started again', async () => {
  const shop = await buildShop(own);
  const actor = { accountId: shop.accountId, userId: shop.userId };
  const { id: exportId, runId } = await start(actor, 1);
  const orders = allNouns.orders.export ?? expect.unreachable('orders are exported');
  const count = () => Promise.reject(new Error('The database has no memory left.'));
  const failing = { ...orders, file: (request: FileRequest) => ({ ...orders.file(request), count }) };
  const handlers = exportsJobs({ ...allNouns, orders: { export: failing } });
  const lastAttempt = handlers['exports:write']({ ...actor, exportId }, shop.engine, new AbortController().signal, true);
  await expect(lastAttempt).rejects.toThrow('no memory left');
  expect(await shop.inTenant((tenant) => listRuns(tenant, { ids: [runId] }))).toMatchObject([
    { state: 'failed', sentence: 'There was an error exporting orders.' },
  ]);
  expect((await start(actor, 1)).runId).not.toBe(runId);
});

test('an export that gets no connection has not failed, and is tried again', async () => {
  const shop = await buildShop(own);
  const actor = { accountId: shop.accountId, userId: shop.userId };
  const { id: exportId } = await start(actor, 1);
  // Nothing listens there.
  const nowhere = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
  onTestFinished(() => nowhere.close());
  const engine = { ...shop.engine, database: { ...own.database, copies: nowhere.copies } };
  const attempt = exportsJobs(allNouns)['exports:write']({ ...actor, exportId }, engine, new AbortController().signal);
  await expect(attempt).rejects.toThrow('ECONNREFUSED');
  const [row] = await own.sql('select failures, finished_at from exports where id = $1', [exportId]);
  expect(row).toEqual({ failures: 0, finished_at: null });
});
