import { beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../../platform/log.ts';
import { quietLog } from '../../../../test/shop/quiet.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { allNouns } from '../../../entities/all.ts';
import { workBulk } from '../../runs/bulk/work.ts';

const own = testWeb();
let ann: Person;
let bea: Person;
let cid: Person;
let stranger: Person;
let channel = 0;

beforeAll(async () => {
  const accountId = await own.account();
  [ann, bea, cid] = [await own.person(accountId), await own.person(accountId), await own.person(accountId)];
  stranger = await own.person(await own.account(), 'account_admin');
  channel = await addConnection(own, accountId);
});

const add = (count: number) =>
  addOrders(
    own,
    ann.accountId,
    channel,
    Array.from({ length: count }, () => ({})),
  );
const post = async (url: string, payload: object, by = ann) => {
  const reply = await own.as(by, { method: 'POST', url, payload });
  return { status: reply.statusCode, ...reply.json() };
};
const work = (runId: number, by = ann) =>
  workBulk(
    { database: own.database, log: quietLog().log as unknown as Log },
    { accountId: by.accountId, userId: by.userId },
    runId,
    new AbortController().signal,
    allNouns,
  );
const assignMany = async (ids: number[], assignee: number | null, type = 'order'): Promise<number> => {
  const { runId } = await post(`/api/assignments/${type}`, { ids, assignee });
  await work(runId);
  return runId;
};
const assign = async (id: number, assignee: number | null, by = ann) =>
  (await own.as(by, { method: 'PUT', url: `/api/assignments/order/${id}`, payload: { assignee } })).json();
const undo = async (run: number, by = ann) => {
  const { status, runId } = await post(`/api/runs/${run}/undo`, {}, by);
  expect(status).toBe(200);
  await work(runId, by);
  return outcomes(runId);
};
const outcomes = async (runId: number) => {
  const { data } = (await own.as(ann, { url: `/api/runs/${runId}/outcomes` })).json();
  return new Map<number, [string, string | null]>(
    data.map(({ record_id, outcome, reason }: { record_id: number; outcome: string; reason: string | null }) => [
      record_id,
      [outcome, reason],
    ]),
  );
};
const assignees = async (ids: number[], type = 'order') => {
  const rows = await own.sql(
    'select record_id::int as id, user_id::int as of from assignments where account_id = $1 and record_type = $2',
    [ann.accountId, type],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.of ?? null);
};
/** What they did keeps their name: the account still sees who they are. */
const leave = async ({ accountId, userId }: Person) => {
  await own.sql('delete from members where user_id = $1', [userId]);
  await own.sql('insert into former_members (account_id, user_id) values ($1, $2)', [accountId, userId]);
};
const told = async (person: Person): Promise<string[]> =>
  (await own.as(person, { url: '/api/notifications' })).json().data.map(({ sentence }: { sentence: string }) => sentence);
const audited = (verb: string) =>
  own.sql(`select record_id::int as id, changes from audit_entries e where account_id = $1 and verb = $2 order by e.id desc`, [
    ann.accountId,
    verb,
  ]);

test('what assigning many would do is shown before, and done as one run that says what stayed', async () => {
  const [first = 0, second = 0, same = 0] = await add(3);
  await assign(second, cid.userId);
  await assign(same, bea.userId);
  const preview = await post('/api/assignments/order/preview', { ids: [first, second, same], assignee: bea.userId });
  expect(preview).toMatchObject({
    ...{ status: 200, total: 3, changes: 2, left: [{ reason: 'It was so already.', records: 1 }] },
    people: [ann, bea, cid].map(({ userId }) => ({ id: userId })),
    examples: [
      { id: first, assignee: null },
      { id: second, assignee: 'Person 3' },
    ],
  });
  const before = (await told(bea)).length;
  const runId = await assignMany([first, second, same], bea.userId);
  expect(await outcomes(runId)).toEqual(
    new Map<number, unknown>([
      [same, ['skipped', 'It was so already.']],
      [first, ['done', null]],
      [second, ['done', null]],
    ]),
  );
  expect(await assignees([first, second, same])).toEqual([bea.userId, bea.userId, bea.userId]);
  expect((await told(bea)).slice(0, -before || undefined)).toEqual([`Person 1 assigned SO-${first} and other orders to you.`]);
  const [started] = await audited('started');
  expect(started?.changes).toEqual({ assignee: { from: null, to: 'Person 2' }, orders: { from: null, to: 3 } });
  const [last, former] = await audited('assigned');
  expect([last, former]).toEqual([
    { id: second, changes: { assignee: { from: 'Person 3', to: 'Person 2' } } },
    { id: first, changes: { assignee: { from: null, to: 'Person 2' } } },
  ]);
});

test('the undo of many gives each back to whom it was with, and leaves what a colleague assigned since, also again', async () => {
  const [free = 0, former = 0, moved = 0, again = 0] = await add(4);
  await assign(former, cid.userId);
  const runId = await assignMany([free, former, moved, again], bea.userId);
  await assign(moved, cid.userId, cid);
  await assign(again, cid.userId, cid);
  await assign(again, bea.userId, cid);
  const result = await undo(runId);
  const kept = ['skipped', expect.stringMatching(/^Person 3 changed it on .*\.$/)];
  expect(result).toEqual(
    new Map<number, unknown>([
      [moved, kept],
      [again, kept],
      [free, ['done', null]],
      [former, ['done', null]],
    ]),
  );
  expect(await assignees([free, former, moved, again])).toEqual([null, cid.userId, cid.userId, bea.userId]);
  expect((await post(`/api/runs/${runId}/undo`, {})).status).toBe(409);
  const undone = await audited('undid');
  expect(undone.map(({ id }) => id)).toEqual([former, free, expect.any(Number)]);
});

test('one assignment is undone by what its reply names, once; what was so already is no change', async () => {
  const [id = 0] = await add(1);
  const { runId } = await assign(id, bea.userId);
  expect(await assign(id, bea.userId)).toEqual({ message: 'Person 2 looks after it now.', runId: null });
  expect(await undo(runId, bea)).toEqual(new Map([[id, ['done', null]]]));
  expect(await assignees([id])).toEqual([null]);
  expect((await post(`/api/runs/${runId}/undo`, {})).status).toBe(409);
});

test('purchase orders and products are assigned too, each by its own type, and nobody in particular is a choice', async () => {
  const { id: purchase } = await post('/api/purchase-orders', { source_number: 'HAND-1', vendor_name: 'Acme' });
  const [{ id: product } = { id: '' }] = await own.sql<{ id: string }>(
    `insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug') returning id`,
    [ann.accountId],
  );
  for (const [type, id] of [
    ['purchase_order', purchase],
    ['product', Number(product)],
  ] as const) {
    const run = await assignMany([id], bea.userId, type);
    expect(await assignees([id], type)).toEqual([bea.userId]);
    await assignMany([id], null, type);
    expect(await assignees([id], type)).toEqual([null]);
    expect(await undo(run)).toEqual(new Map([[id, ['skipped', expect.stringMatching(/^Person 1 changed it on /)]]]));
  }
});

test('two who assign one order at once leave a history that agrees with who looks after it', async () => {
  const [id = 0] = await add(1);
  await Promise.all([assign(id, bea.userId), assign(id, cid.userId, bea), assign(id, ann.userId, cid)]);
  const changes = await own.sql(
    `select was->>'assignee' as was, "is"->>'assignee' as is from changes where noun = 'order assignment' and record_id = $1 order by id`,
    [id],
  );
  expect(changes.map(({ was }) => was)).toEqual([null, ...changes.slice(0, -1).map((change) => change.is)]);
  expect(await assignees([id])).toEqual([Number(changes.at(-1)?.is)]);
});

test('nobody assigns to a stranger, to a person who left meanwhile, or records of another account', async () => {
  const [id = 0] = await add(1);
  expect(await post('/api/assignments/order', { ids: [id], assignee: stranger.userId })).toMatchObject({
    ...{ status: 422, assignee: ['This person is no longer in your team. Reload, and choose again.'] },
  });
  expect(await post('/api/assignments/order', { ids: [id], assignee: stranger.userId }, stranger)).toMatchObject({ status: 404 });
  expect(await post('/api/assignments/order/preview', { ids: [id], assignee: null }, stranger)).toMatchObject({ status: 200, total: 0 });
  expect(await post('/api/assignments/order', { assignee: bea.userId })).toMatchObject({
    status: 422,
    ids: ['Select at least one order.'],
  });
  const dan = await own.person(ann.accountId);
  const { runId } = await post('/api/assignments/order', { ids: [id], assignee: dan.userId });
  await leave(dan);
  await work(runId);
  expect([await outcomes(runId), await assignees([id])]).toEqual([
    new Map([[id, ['skipped', 'The person is no longer in the team.']]]),
    [null],
  ]);
});

test('an undo gives nothing back to a person who left the team', async () => {
  const [id = 0] = await add(1);
  const dan = await own.person(ann.accountId);
  await assignMany([id], dan.userId);
  const run = await assignMany([id], bea.userId);
  expect(await assignees([id])).toEqual([bea.userId]);
  await leave(dan);
  await undo(run);
  expect(await assignees([id])).toEqual([null]);
});
