import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../../platform/log.ts';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { lockWaits } from '../../../../test/lock-waits.ts';
import { quietLog } from '../../../../test/shop/quiet.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';
import { endHolds } from '../../order-flow/release/holding/hold.ts';
import { orderBulk } from './verbs.ts';

const own = testWeb();
let ann: Person;
let ben: Person;
let channel: number;

beforeAll(async () => {
  ann = await own.person(await own.account('Ours'));
  ben = await own.person(ann.accountId);
  channel = await addConnection(own, ann.accountId);
});

const add = (orders: number) =>
  addOrders(
    own,
    ann.accountId,
    channel,
    Array.from({ length: orders }, () => ({ locked: true })),
  );
const post = async (url: string, payload: object = {}, by = ann) => {
  const reply = await own.as(by, { method: 'POST', url, payload });
  return { status: reply.statusCode, ...reply.json() };
};
const act = (id: number, action: string, by = ann) => post(`/api/orders/${id}/${action}`, {}, by);
const lock = async (id: number, by = ann) => (await own.as(by, { method: 'PATCH', url: `/api/orders/${id}/toggle-lock` })).json();
const undo = (runId: number, by = ann) => post(`/api/runs/${runId}/undo`, {}, by);
const work = (runId: number, by = ann) =>
  workBulk(
    { database: own.database, log: quietLog().log as unknown as Log },
    { accountId: ann.accountId, userId: by.userId },
    runId,
    new AbortController().signal,
    { orders: { bulk: orderBulk } },
  );

/** Acts on these in bulk, and returns the run. */
async function actOnMany(action: string, ids: number[], by = ann): Promise<number> {
  const { runId } = await post('/api/orders/bulk-action', { action, ordersIds: ids }, by);
  await work(runId, by);
  return runId;
}
const hold = (ids: number[]) => actOnMany('hold', ids);
async function undoAndWork(run: number, by = ann): Promise<number> {
  const { runId } = await undo(run, by);
  await work(runId, by);
  return runId;
}
const lastRun = async () => (await own.as(ann, { url: '/api/runs?tab=people' })).json().data[0];
const outcomes = async (runId: number) =>
  (await own.as(ann, { url: `/api/runs/${runId}/outcomes` }))
    .json()
    .data.map(({ record_id, outcome, reason }: Record<string, unknown>) => [record_id, outcome, reason]);
const flag = async (id: number, name: string) => (await own.sql(`select ${name} as is from orders where id = $1`, [id]))[0]?.is;

/** What the ledger has of these orders; its groups and what it undoes by their places in it. */
async function ledger(ids: number[]) {
  const rows = await own.sql<{ id: string; group_id: string; user_id: string; record_id: string; was: object; is: object; undoes: string }>(
    `select * from changes where noun = 'order' and record_id = any($1) order by id`,
    [ids],
  );
  const groups = [...new Set(rows.map(({ group_id }) => group_id))];
  return rows.map(({ group_id, user_id, record_id, was, is, undoes }) => ({
    ...{ order: Number(record_id), by: Number(user_id), was, is, group: groups.indexOf(group_id) },
    undoes: undoes === null ? null : rows.findIndex(({ id }) => id === undoes),
  }));
}
const [on, off] = [{ on_hold: true }, { on_hold: false }];

test('many that are held are one group of the ledger, and their undo is another, of which each takes one back', async () => {
  const [first = 0, second = 0] = await add(2);
  const run = await hold([first, second]);
  const held = [first, second].map((order) => ({ order, by: ann.userId, was: off, is: on, group: 0, undoes: null }));
  expect(await ledger([first, second])).toEqual(held);
  await undoAndWork(run, ben);
  const undone = [first, second].map((order, place) => ({ order, by: ben.userId, was: on, is: off, group: 1, undoes: place }));
  expect(await ledger([first, second])).toEqual([...held, ...undone]);
  expect([await flag(first, 'on_hold'), await flag(second, 'on_hold')]).toEqual([false, false]);
  const audited = await own.sql(`select verb from audit_entries where noun = 'bulk action' order by id`);
  expect(audited.map(({ verb }) => verb)).toEqual(['started', 'undid']);
});

test('a hold of one order and its undo are in the ledger as those of many are', async () => {
  const [id = 0] = await add(1);
  await act(id, 'hold');
  const { id: run, undoable } = await lastRun();
  expect(undoable).toBe(true);
  await undoAndWork(run);
  expect(await ledger([id])).toEqual([
    { order: id, by: ann.userId, was: off, is: on, group: 0, undoes: null },
    { order: id, by: ann.userId, was: on, is: off, group: 1, undoes: 0 },
  ]);
  expect((await undo(run)).status).toBe(409);
});

test('a hold that somebody ended and renewed stays, though it looks as it was left; what others did not touch is undone', async () => {
  const [renewed = 0, ended = 0, gone = 0, shipped = 0, kept = 0] = await add(5);
  const run = await hold([renewed, ended, gone, shipped, kept]);
  await act(renewed, 'unhold', ben);
  await act(renewed, 'hold', ben);
  await act(ended, 'unhold', ben);
  await own.sql('update orders set deleted_at = now() where id = $1', [gone]);
  await own.sql(`update orders set order_status = 'shipped', in_amware = 1, units_shipped = units_ordered where id = $1`, [shipped]);
  const undone = await outcomes(await undoAndWork(run));
  expect(new Map(undone.map(([id, ...outcome]: unknown[]) => [id, outcome]))).toEqual(
    new Map<number, unknown>([
      [renewed, ['skipped', expect.stringMatching(/^Person 2 changed it on .*\.$/)]],
      [ended, ['skipped', 'It is not on hold.']],
      [gone, ['skipped', 'It has been deleted since.']],
      [shipped, ['skipped', 'It can no longer be taken off hold.']],
      [kept, ['done', null]],
    ]),
  );
  expect([await flag(renewed, 'on_hold'), await flag(kept, 'on_hold')]).toEqual([true, false]);
  expect((await ledger([renewed, ended, gone, shipped])).filter(({ undoes }) => undoes !== null)).toEqual([]);
});

test('a hold that ends by itself is in no ledger', async () => {
  const [id = 0] = await add(1);
  await act(id, 'hold');
  await own.sql("update orders set hold_until = now() - interval '1 minute' where id = $1", [id]);
  await withoutPerson(own.database, ann.accountId, (tenant) => endHolds(tenant, [id]));
  expect(await flag(id, 'on_hold')).toBe(false);
  expect(await ledger([id])).toMatchObject([{ is: on }]);
});

test('a lock is undone once, from Activity, unless somebody locked or unlocked the order since', async () => {
  const [id = 0] = await add(1);
  await lock(id);
  await lock(id);
  const { id: run, undoable } = await lastRun();
  expect(undoable).toBe(true);
  expect(await undo(run, ben)).toMatchObject({ status: 200, message: expect.stringMatching(/^SO-\d+ is unlocked\.$/) });
  const [was, is] = [{ locked: true }, { locked: false }];
  expect(await ledger([id])).toEqual([
    { order: id, by: ann.userId, was, is, group: 0, undoes: null },
    { order: id, by: ann.userId, was: is, is: was, group: 1, undoes: null },
    { order: id, by: ben.userId, was, is, group: 2, undoes: 1 },
  ]);
  expect(await flag(id, 'locked')).toBe(false);
  expect(await undo(run)).toMatchObject({ status: 409, errorMessage: 'This has been undone already.' });

  await lock(id);
  const { id: again } = await lastRun();
  await lock(id, ben);
  await lock(id, ben);
  expect(await undo(again)).toMatchObject({
    status: 409,
    errorMessage: expect.stringMatching(/^Person 2 locked or unlocked this order since on .*, so this cannot be undone\.$/),
  });
  expect(await flag(id, 'locked')).toBe(true);
});

const away = { archive: 'archived_at', delete: 'deleted_at' } as const;
const cancel = (ids: number[]) =>
  own.sql(`update orders set order_status = 'cancelled', cancelled_at = now(), checked_at = now() where id = any($1)`, [ids]);

test.each([
  ['archive', { archived: true }, 'It is not in the archive.'],
  ['delete', { deleted: true }, 'It is there already.'],
] as const)('of orders that somebody did %s those return that stand; what a colleague did anew stays', async (action, is, otherwise) => {
  const [again = 0, back = 0, standing = 0] = await add(3);
  await cancel([again, back, standing]);
  const run = await actOnMany(action, [again, back, standing]);
  await own.sql(`update orders set ${away[action]} = null where id = any($1)`, [[again, back]]);
  await actOnMany(action, [again], ben);
  const undone = await outcomes(await undoAndWork(run));
  expect(new Map(undone.map(([id, ...outcome]: unknown[]) => [id, outcome]))).toEqual(
    new Map<number, unknown>([
      [again, ['skipped', expect.stringMatching(/^Person 2 changed it on .*\.$/)]],
      [back, ['skipped', otherwise]],
      [standing, ['done', null]],
    ]),
  );
  const rows = await own.sql(`select ${away[action]} is not null as away from orders where id = any($1) order by id`, [
    [again, back, standing],
  ]);
  expect(rows.map((row) => row.away)).toEqual([true, false, false]);
  const [field] = Object.keys(is) as [string];
  expect(await ledger([standing])).toEqual([
    { order: standing, by: ann.userId, was: { [field]: false }, is, group: 0, undoes: null },
    { order: standing, by: ann.userId, was: is, is: { [field]: false }, group: 1, undoes: 0 },
  ]);
});

test('an order that a colleague puts on hold after somebody began to end the holds of many stays on hold', async () => {
  const [before = 0, since = 0, renewed = 0] = await add(3);
  for (const id of [before, renewed]) await act(id, 'hold');
  const { runId } = await post('/api/orders/bulk-action', { action: 'unhold', ordersIds: [before, since, renewed] });
  await act(since, 'hold', ben);
  await act(renewed, 'unhold', ben);
  await act(renewed, 'hold', ben);
  await work(runId);
  expect(await Promise.all([before, since, renewed].map((id) => flag(id, 'on_hold')))).toEqual([false, true, true]);
  const left = 'It was put on hold after this was asked for.';
  expect(await outcomes(runId)).toEqual([
    [since, 'skipped', left],
    [renewed, 'skipped', left],
    [before, 'done', null],
  ]);
});

test('of a run that two workers have in hand, as one of them was taken for dead, it is said what was done', async () => {
  const [id = 0] = await add(1);
  const { runId } = await post('/api/orders/bulk-action', { action: 'hold', ordersIds: [id] });
  let both: Promise<unknown> | undefined;
  await withoutPerson(own.database, ann.accountId, async ({ db }) => {
    await sql`select from orders where account_id = ${ann.accountId} and id = ${id} for no key update`.execute(db);
    both ??= Promise.all([work(runId), work(runId)]);
    await lockWaits(own, 2);
  });
  await both;
  expect(await outcomes(runId)).toEqual([[id, 'done', null]]);
  const run = (await own.as(ann, { url: `/api/runs/${runId}` })).json();
  expect(run).toMatchObject({ state: 'done', done: 1, skipped: 0, sentence: '1 order done.' });
});
