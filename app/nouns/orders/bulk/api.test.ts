import { beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../../platform/log.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { quietLog } from '../../../../test/shop/quiet.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';
import { deleteOldRuns } from '../../../shared/runs/old-runs.ts';
import { endHolds } from '../../order-flow/release/holding/hold.ts';
import { orderBulk } from './verbs.ts';

const own = testWeb();
let ann: Person;
let bea: Person;
let channel: number;

beforeAll(async () => {
  ann = await own.person(await own.account('Ours'));
  bea = await own.person(await own.account('Other'));
  channel = await addConnection(own, ann.accountId);
});

const cancelled = { order_status: 'cancelled', cancelled_at: '2026-11-20T12:00:00Z', checked_at: '2026-11-20T12:00:00Z' };
const add = (...facts: Record<string, unknown>[]) =>
  addOrders(
    own,
    ann.accountId,
    channel,
    facts.map((each) => ({ ...cancelled, country: 'SE', ...each })),
  );
const ask = (payload: object, person: Person | null = ann) => own.as(person, { method: 'POST', url: '/api/orders/bulk-action', payload });
const prepare = (filter: object, person: Person = ann) =>
  own.as(person, { method: 'POST', url: '/api/orders/bulk-action/prepare', payload: { filter } });
const undo = (runId: number, person = ann) => own.as(person, { method: 'POST', url: `/api/runs/${runId}/undo` });
const log = () => quietLog().log as unknown as Log;
const work = (runId: number, stop = new AbortController().signal) =>
  workBulk({ database: own.database, log: log() }, { accountId: ann.accountId, userId: ann.userId }, runId, stop, {
    orders: { bulk: orderBulk },
  });
const actor = () => ({ accountId: ann.accountId, userId: ann.userId });
const run = async (runId: number) => (await own.as(ann, { url: `/api/runs/${runId}` })).json();
const outcomes = async (runId: number) => {
  const { data } = (await own.as(ann, { url: `/api/runs/${runId}/outcomes` })).json();
  return data.map(({ record_id, outcome, reason }: Record<string, unknown>) => [record_id, outcome, reason]);
};
const archived = async () => (await own.sql('select id::int from orders where archived_at is not null order by id')).map(({ id }) => id);

test('an action is taken on the named orders, or on those of a filter, and the reply has its counts', async () => {
  const [first, second] = await add({}, {}, { country: 'NO' });
  const named = await ask({ action: 'archive', ordersIds: [first, first, 999_999] });
  expect([named.statusCode, named.json()]).toEqual([
    202,
    { message: 'Archive: working on 1 order.', alertType: 'success', runId: expect.any(Number), total: 1 },
  ]);
  await work(named.json().runId);
  const prepared = await prepare({ country: 'SE', status: 'cancelled' });
  expect([prepared.statusCode, prepared.json()]).toEqual([201, { runId: expect.any(Number), total: 1 }]);
  await add({});
  const filtered = await ask({ action: 'archive', runId: prepared.json().runId });
  expect(filtered.json()).toMatchObject({ message: 'Archive: working on 1 order.', total: 1 });
  await work(filtered.json().runId);
  expect(await archived()).toEqual([first, second]);
  expect(await run(filtered.json().runId)).toMatchObject({ state: 'done', done: 1, sentence: '1 order done.', undoable: true });
});

test.each([
  [{ action: 'archive' }, { ordersIds: ['Select at least one order.'] }],
  [{ action: 'archive', ordersIds: [1], runId: 1 }, { runId: ['Name the orders or what was prepared, not both.'] }],
  [{ action: 'unarchive', ordersIds: [1] }, { action: [expect.any(String)] }],
  [{ action: 'archive', ordersIds: [] }, { ordersIds: [expect.any(String)] }],
])('an action that does not name its orders clearly is refused: %j', async (payload, errors) => {
  const reply = await ask(payload);
  expect([reply.statusCode, reply.json()]).toEqual([422, errors]);
});

test.each([
  [{ statuss: 'error' }, { filter: [expect.stringContaining('statuss')] }],
  [{ status: 'eror' }, { 'filter.status': [expect.any(String)] }],
])('the filter %j is refused, not ignored', async (filter, errors) => {
  const answer = await prepare(filter);
  expect([answer.statusCode, answer.json()]).toEqual([422, errors]);
});

test('what was prepared is started once, by the person who prepared it, and is deleted when it gets old', async () => {
  const filter = { country: 'FI', status: 'cancelled' };
  await add({ country: 'FI' }, { country: 'FI' });
  const { runId } = (await prepare(filter)).json();
  const start = (person: Person) => ask({ action: 'archive', runId }, person);
  const refused = { errorMessage: 'These orders are no longer selected. Select them again.', code: 'not_prepared' };
  const colleague = await own.person(ann.accountId);
  for (const other of [bea, colleague]) expect((await start(other)).json()).toEqual(refused);
  expect((await start(ann)).json()).toMatchObject({ runId, total: 2 });
  expect((await start(ann)).json()).toEqual(refused);
  for (let n = 0; n < 7; n += 1) await prepare(filter, colleague);
  const waiting = () => own.sql("select 1 from runs where state = 'prepared' and requested_by = $1", [colleague.userId]);
  expect(await waiting()).toHaveLength(5);
  await own.sql("update runs set started_at = now() - interval '61 minutes' where state = 'prepared'");
  await deleteOldRuns(own.database, ann.accountId, 90);
  expect(await waiting()).toEqual([]);
  expect((await prepare({ country: 'XX' })).json()).toMatchObject({ total: 0 });
});

test('nobody reaches the orders or runs of another account, or without being signed in', async () => {
  const [id] = await add({});
  const foreign = await ask({ action: 'delete', ordersIds: [id] }, bea);
  expect([foreign.statusCode, foreign.json().errorMessage]).toEqual([404, 'None of these orders exists.']);
  expect((await ask({ action: 'delete', ordersIds: [id] }, null)).statusCode).toBe(401);
  const { runId } = (await ask({ action: 'archive', ordersIds: [id] })).json();
  await work(runId);
  expect((await undo(runId, bea)).statusCode).toBe(409);
  expect(await run(runId)).toMatchObject({ undoable: true });
});

test('undo is a run of its own, once, and skips orders that have changed since the action', async () => {
  const [first, second] = await add({}, {});
  const { runId } = (await ask({ action: 'delete', ordersIds: [first, second] })).json();
  expect((await undo(runId)).json()).toEqual({ errorMessage: 'This run cannot be taken back.', code: 'not_undoable' });
  await work(runId);
  await own.sql('update orders set deleted_at = null where id = $1', [second]);
  const undone = await undo(runId);
  expect([undone.statusCode, undone.json().message]).toEqual([200, 'Undo: working on 2 orders.']);
  await work(undone.json().runId);
  expect(await outcomes(undone.json().runId)).toEqual([
    [second, 'skipped', 'It is there already.'],
    [first, 'done', null],
  ]);
  expect(await own.sql('select 1 from orders where id = any($1) and deleted_at is not null', [[first, second]])).toEqual([]);
  expect((await undo(runId)).statusCode).toBe(409);
  expect((await undo(undone.json().runId)).statusCode).toBe(409);
});

test('an action that changed nothing cannot be undone', async () => {
  const [id] = await add({ order_status: 'pending', cancelled_at: null });
  const { runId } = (await ask({ action: 'archive', ordersIds: [id] })).json();
  await work(runId);
  expect(await run(runId)).toMatchObject({ state: 'done', done: 0, skipped: 1, undoable: false });
  expect((await undo(runId)).statusCode).toBe(409);
});

test('an order that was deleted since is reported, so that the run ends', async () => {
  const [gone, there] = await add({}, {});
  const { runId } = (await ask({ action: 'archive', ordersIds: [gone, there] })).json();
  await own.sql('update orders set deleted_at = now() where id = $1', [gone]);
  await work(runId);
  expect(await run(runId)).toMatchObject({ state: 'done', total: 2, done: 1, skipped: 1, sentence: '1 order done, 1 left as it was.' });
  expect(await outcomes(runId)).toContainEqual([gone, 'skipped', 'It has been deleted since.']);
});

test('an order that cannot be worked on fails alone, with its reason; the others go through', async () => {
  const ids = await add(...Array.from({ length: 40 }, () => ({})));
  const bad = ids[17] as number;
  await own.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
  await own.sql(`create trigger refuse before update on orders for each row when (old.id = ${bad}) execute function refuse()`);
  const { runId } = (await ask({ action: 'archive', ordersIds: ids })).json();
  await work(runId);
  expect(await run(runId)).toMatchObject({ state: 'done', total: 40, done: 39, failed: 1, sentence: '39 orders done, 1 failed.' });
  expect(await outcomes(runId)).toContainEqual([bad, 'failed', 'There was an error processing it. It is as it was before.']);
  await own.sql('drop trigger refuse on orders');
});

test('a run whose worker stops goes on where it was', async () => {
  const ids = await add(...Array.from({ length: 250 }, () => ({})));
  const { runId } = (await ask({ action: 'archive', ordersIds: ids })).json();
  await expect(work(runId, AbortSignal.abort())).rejects.toThrow('another goes on');
  expect(await run(runId)).toMatchObject({ state: 'running', total: 250, done: 200 });
  await work(runId);
  expect(await run(runId)).toMatchObject({ state: 'done', done: 250, sentence: '250 orders done.' });
});

test('a hold has a reason and a day on which the orders go on by themselves', async () => {
  const [held = 0] = await add({ order_status: 'pending', cancelled_at: null, locked: true });
  const until = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const terms = { reason: 'The buyer is away.', until };
  const { runId } = (await ask({ action: 'hold', ordersIds: [held], ...terms })).json();
  await work(runId);
  const read = async () => (await own.as(ann, { url: `/api/orders/${held}` })).json();
  expect(await read()).toMatchObject({ on_hold: true, hold_reason: 'The buyer is away.', hold_until: `${until}T00:00:00.000Z` });
  expect((await read()).waits_for).toMatch(/^On hold until .*: The buyer is away\. The hold ends then, or when somebody ends it\.$/);
  expect((await read()).events.at(-1).sentence).toMatch(/^Put on hold until .*: The buyer is away\.$/);
  const end = () => inTenant(own.database, actor(), (tenant) => endHolds(tenant, [held]));
  await end();
  expect(await read()).toMatchObject({ on_hold: true });
  await own.sql("update orders set hold_until = now() - interval '1 minute' where id = $1", [held]);
  await end();
  expect(await read()).toMatchObject({ on_hold: false, hold_until: null });
});

test.each([
  [{ action: 'hold', until: '2020-01-01' }, { until: ['Choose a day after today.'] }],
  [{ action: 'archive', reason: 'Old' }, { reason: ['Only a hold has a reason and a day on which it ends.'] }],
])('what no hold can have is refused: %j', async (asked, wrong) => {
  const [order = 0] = await add({});
  const reply = await ask({ ...asked, ordersIds: [order] });
  expect([reply.statusCode, reply.json()]).toEqual([422, wrong]);
});
