import { beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../platform/log.ts';
import { quietLog } from '../../../test/shop/quiet.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { bulkJobs } from '../../shared/runs/bulk/work.ts';
import { departmentBulk } from './noun.ts';

const own = testWeb();
const log = quietLog().log as unknown as Log;
let ann: Person;

/** More than are worked on in one transaction. */
beforeAll(async () => {
  const accountId = await own.account();
  ann = await own.person(accountId, 'admin');
  await own.sql('delete from departments where account_id = $1', [accountId]);
  await own.sql(`insert into departments (account_id, name) select $1::bigint, 'D' || n from generate_series(1, 250) as n`, [accountId]);
});

const post = async (url: string, payload: object = {}) => (await own.as(ann, { method: 'POST', url, payload })).json();
const runOf = async (id: number) => (await own.as(ann, { url: `/api/runs/${id}` })).json();
const departments = async () => (await own.sql('select from departments where account_id = $1', [ann.accountId])).length;

/** The last attempt of a run's job; so often departments are locked before the database has no memory left. */
async function work(runId: number, locks = Number.POSITIVE_INFINITY, stop = new AbortController().signal) {
  let count = 0;
  const lock: typeof departmentBulk.lock = async (tenant, ids) => {
    if (++count > locks) throw Object.assign(new Error('out of memory'), { code: '53200' });
    return departmentBulk.lock(tenant, ids);
  };
  const engine = { ...own.web.parts.engine, log };
  const handlers = bulkJobs({ departments: { bulk: { ...departmentBulk, lock } } });
  await handlers['bulk:work']({ accountId: ann.accountId, userId: ann.userId, runId }, engine, stop, true);
}

test('a run whose job is given up ends: what is left of it has failed, and what it did can be undone', async () => {
  const { runId } = await post('/api/departments/bulk-action/prepare', { filter: {} });
  await post('/api/departments/bulk-action', { action: 'delete', runId });
  await expect(work(runId, 1)).rejects.toThrow('out of memory');
  expect(await departments()).toBe(50);
  const sentence = 'Given up after many tries: 200 departments done, 50 failed. What failed is as it was: select it again to do the rest.';
  expect(await runOf(runId)).toMatchObject({ state: 'failed', done: 200, skipped: 0, failed: 50, undoable: true, sentence });
  const undo = await post(`/api/runs/${runId}/undo`);
  await expect(work(undo.runId, 0)).rejects.toThrow('out of memory');
  expect(await runOf(undo.runId)).toMatchObject({
    ...{ state: 'failed', done: 0, failed: 200 },
    sentence: expect.stringContaining('What failed is as it was: undo it again to take back the rest.'),
  });
  expect(await runOf(runId)).toMatchObject({ undoable: true, undone: false, sentence });
  await work((await post(`/api/runs/${runId}/undo`)).runId);
  expect([await departments(), await runOf(runId)]).toMatchObject([250, { undoable: false, undone: true, sentence }]);
});

test('a run that a worker leaves at the last attempt because it stops is not given up: another job goes on with it', async () => {
  const { runId } = await post('/api/departments/bulk-action/prepare', { filter: {} });
  await post('/api/departments/bulk-action', { action: 'delete', runId });
  const jobs = async () =>
    (await own.sql(`select from graphile_worker._private_jobs where payload ->> 'runId' = $1`, [String(runId)])).length;
  const before = await jobs();
  await expect(work(runId, undefined, AbortSignal.abort())).rejects.toThrow('This worker stops; another goes on with the run.');
  expect(await runOf(runId)).toMatchObject({ state: 'running', done: 200, failed: 0 });
  expect(await jobs()).toBe(before + 1);
  await work(runId);
  expect(await runOf(runId)).toMatchObject({ state: 'done', done: 250, failed: 0 });
  expect(await departments()).toBe(0);
});

test('an undo ends that can say nothing at the run that it takes back, and what it took back is undone', async () => {
  await own.sql(`insert into departments (account_id, name) select $1::bigint, 'E' || n from generate_series(1, 3) as n`, [ann.accountId]);
  const count = await departments();
  const { runId } = await post('/api/departments/bulk-action/prepare', { filter: {} });
  await post('/api/departments/bulk-action', { action: 'delete', runId });
  await work(runId);
  const undo = await post(`/api/runs/${runId}/undo`);
  await own.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not to be said'; end $$`);
  const isEnd = `old.id = ${runId} and new.undone_at < 'infinity'`;
  await own.sql(`create trigger refuse before update on runs for each row when (${isEnd}) execute function refuse()`);
  await expect(work(undo.runId)).rejects.toThrow('not to be said');
  await own.sql('drop trigger refuse on runs');
  expect(await runOf(undo.runId)).toMatchObject({ state: 'done', done: count, failed: 0, sentence: `${count} departments done.` });
  expect([await departments(), await runOf(runId)]).toMatchObject([count, { undoable: false, undone: true }]);
});
