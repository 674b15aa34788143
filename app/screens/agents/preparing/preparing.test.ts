import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Log } from '../../../../platform/log.ts';
import { agentOf } from '../../../../test/agents.ts';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { quietLog } from '../../../../test/shop/quiet.ts';
import { addConnection, addIssues, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { allNouns } from '../../../entities/all.ts';
import { scopes } from '../../../people/keys/scopes.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';

const own = testWeb();
const writing = ['read_orders', 'write_orders'];
let admin: Person;
let foreigner: Person;
let connection = 0;
let [key, foreign] = ['', ''];
let [open = 0, shipped = 0]: number[] = [];

beforeAll(async () => {
  ({ admin, key } = await keyOf(own, 'Own', { name: 'Robot', scopes: writing }));
  ({ admin: foreigner, key: foreign } = await keyOf(own, 'Other', { scopes: [...scopes] }));
  connection = await addConnection(own, admin.accountId);
});

beforeEach(async () => {
  await own.sql('delete from runs');
  [open = 0, shipped = 0] = await addOrders(own, admin.accountId, connection, [{ order_status: 'pending' }, { order_status: 'shipped' }]);
});

type Prepared = { run_id: number; page: string };
const prepare = async (given: object, by = key) =>
  (await (await agentOf(own, by)).use('prepare_orders_action', { ...given })) as Prepared & { refused?: { code: string } };
const follow = async (run_id: number, by = key) => (await agentOf(own, by)).use('follow_run', { run_id });
const press = (person: Person | null, run: number, what: 'confirm' | 'decline') =>
  own.as(person, { method: 'POST', url: `/api/runs/${run}/${what}` });
const stateOf = async (run: number) => (await own.sql('select state from runs where id = $1', [run]))[0]?.state;

test('an agent prepares a hold, a person starts it, and the agent hears of it', async () => {
  const prepared = await prepare({ action: 'hold', ids: [open, shipped], reason: 'Call back' });
  expect(prepared).toMatchObject({ state: 'waits_for_a_person', total: 2, would_be_done: 1, left_as_they_are: [{ orders: 1 }] });
  expect(prepared.page).toMatch(new RegExp(`/activity/${prepared.run_id}/proposed$`));
  expect(await own.sql('select id from orders where on_hold')).toEqual([]);
  expect(await follow(prepared.run_id)).toMatchObject({ state: 'waits_for_a_person', done: 0 });
  expect((await press(admin, prepared.run_id, 'confirm')).json()).toEqual({ message: 'Hold: working on 1 order.' });
  expect(await follow(prepared.run_id)).toMatchObject({ state: 'running', page: expect.stringMatching(/\/activity\/\d+$/) });
  expect(await own.sql('select requested_by, terms from runs')).toEqual([
    { requested_by: String(admin.userId), terms: { reason: 'Call back' } },
  ]);
  // Once.
  expect((await press(admin, prepared.run_id, 'confirm')).json().code).toBe('not_prepared');
});

test('the audit has the key and the program, and who started it', async () => {
  const { run_id } = await prepare({ action: 'hold', ids: [open] });
  await press(admin, run_id, 'confirm');
  const audit = await own.sql(`select verb, key_name from audit_entries where noun = 'bulk action' and record_id = $1 order by id`, [
    run_id,
  ]);
  expect(audit).toEqual([
    { verb: 'prepared', key_name: 'Robot, used by Desk agent' },
    { verb: 'started', key_name: null },
  ]);
});

test('what is declined is never done', async () => {
  const { run_id } = await prepare({ action: 'cancel', ids: [open] });
  expect((await press(admin, run_id, 'decline')).statusCode).toBe(200);
  expect(await follow(run_id)).toMatchObject({ state: 'declined' });
  expect((await press(admin, run_id, 'confirm')).statusCode).toBe(409);
});

test('no key starts anything, its own or another', async () => {
  const { run_id } = await prepare({ action: 'hold', ids: [open] });
  const confirm = { method: 'POST', url: `/api/runs/${run_id}/confirm` } as const;
  expect((await use(own, key, confirm)).statusCode).toBe(401);
  expect((await press(null, run_id, 'confirm')).statusCode).toBe(401);
  expect((await press(foreigner, run_id, 'confirm')).statusCode).toBe(409);
  expect((await press(foreigner, run_id, 'decline')).statusCode).toBe(409);
  // Nor is it started as what its maker prepared, with another action.
  const other = { action: 'delete', runId: run_id };
  expect((await own.as(admin, { method: 'POST', url: '/api/orders/bulk-action', payload: other })).json().code).toBe('not_prepared');
  expect(await stateOf(run_id)).toBe('prepared');
});

test('a key follows its own alone', async () => {
  const { run_id } = await prepare({ action: 'hold', ids: [open] });
  const second = (await makeKey(own, admin, { name: 'Second', scopes: writing })).json().key;
  for (const by of [second, foreign]) expect(await follow(run_id, by)).toMatchObject({ refused: { code: 'not_found' } });
});

test('goods leave by what takes a scope of its own, and even then a person starts it', async () => {
  const goods = { action: 'unhold', ids: [open] };
  await own.sql('update orders set on_hold = true where id = $1', [open]);
  expect(await prepare(goods)).toMatchObject({ refused: { code: 'lacks_scope', scope: 'release_orders' } });
  const releasing = (await makeKey(own, admin, { name: 'Releasing', scopes: [...writing, 'release_orders'] })).json().key;
  const { run_id } = await prepare(goods, releasing);
  expect(await own.sql('select on_hold from orders where id = $1', [open])).toEqual([{ on_hold: true }]);
  expect(await own.sql('select sentence from runs where id = $1', [run_id])).toEqual([{ sentence: { code: 'sends_goods' } }]);
});

test('orders of another account are none, and the set stays as it was prepared', async () => {
  expect(await prepare({ action: 'hold', ids: [open] }, foreign)).toMatchObject({ refused: { code: 'nothing_selected' } });
  const { run_id } = await prepare({ action: 'hold', matching: { status: 'pending' } });
  const targets = () => own.sql('select ids from run_targets where run_id = $1', [run_id]);
  const before = await targets();
  await addOrders(own, admin.accountId, connection, [{}]);
  expect(await targets()).toEqual(before);
});

test('orders of the archive are prepared by their issue no more than they are found by it', async () => {
  const [stopped = 0, archived = 0] = await addOrders(own, admin.accountId, connection, [{ open_issues: 1 }, { open_issues: 1 }]);
  await addIssues(own, admin.accountId, [{ order_id: stopped }, { order_id: archived }]);
  await own.sql('update orders set archived_at = now() where id = $1', [archived]);
  const { orders } = (await (await agentOf(own, key)).use('find_orders', { issue: 'any' })) as unknown as { orders: { id: number }[] };
  const { run_id } = await prepare({ action: 'cancel', matching: { issue: 'any' } });
  const [targets] = await own.sql('select ids from run_targets where run_id = $1', [run_id]);
  expect([orders.map(({ id }) => id), targets?.ids]).toEqual([[stopped], [String(stopped)]]);
});

const ended = async (run: number) => {
  const means = { database: own.database, log: quietLog().log as unknown as Log };
  await workBulk(means, { accountId: admin.accountId, userId: admin.userId }, run, new AbortController().signal, allNouns);
  return own.sql(
    `select o.record_id, o.outcome, o.reason ->> 'code' as reason, r.done, r.skipped from run_outcomes o join runs r on r.id = o.run_id
     where r.id = $1 order by o.record_id`,
    [run],
  );
};
let made = 0;
const releasing = async () =>
  (await makeKey(own, admin, { name: `Releasing ${++made}`, scopes: [...writing, 'release_orders'] })).json().key;
const act = (id: number, action: string) => own.as(admin, { method: 'POST', url: `/api/orders/${id}/${action}`, payload: {} });

test('what a person is shown as left as it is stays so, though it would fit by the time they start it', async () => {
  const [held = 0] = await addOrders(own, admin.accountId, connection, [{ on_hold: true }]);
  const { run_id } = await prepare({ action: 'unhold', ids: [open, held] }, await releasing());
  await act(open, 'hold');
  expect((await press(admin, run_id, 'confirm')).json()).toEqual({ message: 'Unhold: working on 1 order.' });
  expect(await ended(run_id)).toEqual([
    { record_id: String(open), outcome: 'skipped', reason: 'not_on_hold', done: 1, skipped: 1 },
    { record_id: String(held), outcome: 'done', reason: null, done: 1, skipped: 1 },
  ]);
  expect(await own.sql('select id from orders where on_hold and id = any($1)', [[open, held]])).toEqual([{ id: String(open) }]);
});

test('a hold that was put on again, and an issue that came, after it was prepared are not ended by it', async () => {
  const by = await releasing();
  const [held = 0, stopped = 0] = await addOrders(own, admin.accountId, connection, [
    { on_hold: true, open_issues: 0, order_status: 'pending' },
    { on_hold: false, open_issues: 1, order_status: 'error' },
  ]);
  await addIssues(own, admin.accountId, [{ order_id: stopped }]);
  const unhold = await prepare({ action: 'unhold', ids: [held] }, by);
  const retry = await prepare({ action: 'retry', ids: [stopped] }, by);
  await act(held, 'unhold');
  await act(held, 'hold');
  await addIssues(own, admin.accountId, [{ order_id: stopped, type: 'rejected_by_warehouse' }]);
  for (const [{ run_id }, id, reason] of [
    [unhold, held, 'held_since'],
    [retry, stopped, 'stopped_since'],
  ] as const) {
    expect((await press(admin, run_id, 'confirm')).statusCode).toBe(200);
    expect(await ended(run_id)).toEqual([{ record_id: String(id), outcome: 'skipped', reason, done: 0, skipped: 1 }]);
    expect(await follow(run_id, by)).toMatchObject({ state: 'done', done: 0, skipped: 1 });
  }
  expect(await own.sql('select on_hold from orders where id = $1', [held])).toEqual([{ on_hold: true }]);
});

test('what a key prepared that was revoked since is started by nobody, and can be declined', async () => {
  const made = (await makeKey(own, admin, { name: 'Gone', scopes: writing })).json();
  const { run_id } = await prepare({ action: 'hold', ids: [open] }, made.key);
  await own.as(admin, { method: 'DELETE', url: `/api/keys/${made.id}` });
  expect((await press(admin, run_id, 'confirm')).json()).toMatchObject({
    ...{ code: 'not_prepared', errorMessage: expect.stringContaining('was revoked since') },
  });
  expect(await stateOf(run_id)).toBe('prepared');
  expect((await press(admin, run_id, 'decline')).statusCode).toBe(200);
});

test('a hold until a day that has come is started by nobody, and can be declined', async () => {
  const { run_id } = await prepare({ action: 'hold', ids: [open], until: '2099-01-01' });
  await own.sql(`update runs set terms = '{"until": "2001-01-01"}' where id = $1`, [run_id]);
  expect((await press(admin, run_id, 'confirm')).json()).toMatchObject({
    ...{ code: 'not_prepared', errorMessage: expect.stringContaining('has come') },
  });
  expect(await stateOf(run_id)).toBe('prepared');
  expect((await press(admin, run_id, 'decline')).statusCode).toBe(200);
});

const noAgent = { client_id: null, audience: null };
test.each([
  ['API key', noAgent, 'expires_at = now()', 'The API key that prepared this has expired since'],
  ['API key', noAgent, 'paused_at = now()', 'The API key that prepared this is paused since its maker left'],
  ['agent', {}, 'expires_at = now()', 'The agent that prepared this has expired since'],
  ['agent', {}, 'revoked_at = now()', 'The agent that prepared this was disconnected since'],
])('nor what an %s prepared with %j of which %s', async (_who, of, change, sentence) => {
  const made = (await makeKey(own, admin, { name: `Gone ${change} ${sentence}`, scopes: writing })).json();
  const { run_id } = await prepare({ action: 'hold', ids: [open] }, made.key);
  const { client_id, audience } = { client_id: 'https://agent.example/a.json', audience: 'https://crossdock.example/mcp', ...of };
  await own.sql(
    `update api_keys set client_id = $2, audience = $3, expires_at = coalesce(expires_at, now() + interval '1 hour') where id = $1`,
    [made.id, client_id, audience],
  );
  await own.sql(`update api_keys set ${change} where id = $1`, [made.id]);
  expect((await press(admin, run_id, 'confirm')).json()).toMatchObject({
    ...{ code: 'not_prepared', errorMessage: `${sentence}, so it cannot be started. Decline it.` },
  });
  expect(await stateOf(run_id)).toBe('prepared');
});

test('of two that an agent prepares at once where there is room for one, the second is refused', async () => {
  const { run_id } = await prepare({ action: 'hold', ids: [open] });
  await own.sql(`insert into runs (account_id, kind, subject, state, proposed_by, proposed_key_id)
    select account_id, 'bulk', subject, 'prepared', 'Robot', proposed_key_id from runs, generate_series(1, 18) where id = ${run_id}`);
  const both = await Promise.all([prepare({ action: 'hold', ids: [open] }), prepare({ action: 'hold', ids: [open] })]);
  expect(both.map(({ refused }) => refused?.code).toSorted()).toEqual(['too_many_requests', undefined]);
});

test('why orders are left is marked as data in a refusal too', async () => {
  const warehouse = await addConnection(own, admin.accountId, 'warehouse');
  await own.sql(`update connections set name = 'Release all', holds_released = false where id = $1`, [warehouse]);
  const [there = 0] = await addOrders(own, admin.accountId, connection, [{ order_status: 'packing', in_amware: 1 }]);
  await own.sql(
    `with made as (
       insert into warehouse_orders (account_id, connection_id, reference, state) values ($1, $2, 'W-1', 'accepted') returning id
     ) update orders set warehouse_order_id = made.id from made where orders.id = $3`,
    [admin.accountId, warehouse, there],
  );
  expect(await prepare({ action: 'hold', ids: [there] })).toEqual({
    refused: {
      ...{ code: 'wrong_state', message: 'Hold fits none of these orders.' },
      left: [{ reason: { data: expect.stringContaining('Release all') }, orders: 1 }],
    },
  });
});

test('what fits nothing, names nothing or too much, or ends in the past is refused, and nothing is kept', async () => {
  expect(await prepare({ action: 'archive', ids: [open] })).toMatchObject({ refused: { code: 'wrong_state' } });
  for (const given of [{}, { ids: [open], matching: {} }, { ids: [open], until: '2001-01-01' }])
    expect(await prepare({ action: 'hold', ...given })).toMatchObject({ refused: { code: 'invalid' } });
  await addOrders(
    own,
    admin.accountId,
    connection,
    Array.from({ length: 1_001 }, () => ({ order_status: 'error' })),
  );
  expect(await prepare({ action: 'hold', matching: { status: 'error' } })).toMatchObject({ refused: { code: 'too_large' } });
  expect(await own.sql('select id from runs')).toEqual([]);
});

test('twenty wait for a person at most, and a day', async () => {
  const { run_id } = await prepare({ action: 'hold', ids: [open] });
  await own.sql(`insert into runs (account_id, kind, subject, state, proposed_by, proposed_key_id)
    select account_id, 'bulk', subject, 'prepared', 'Robot', proposed_key_id from runs, generate_series(1, 19) where id = ${run_id}`);
  expect(await prepare({ action: 'hold', ids: [open] })).toMatchObject({ refused: { code: 'too_many_requests' } });
  await own.sql(`update runs set started_at = now() - interval '25 hours'`);
  expect(await follow(run_id)).toMatchObject({ state: 'too_late' });
  expect((await press(admin, run_id, 'confirm')).statusCode).toBe(409);
});

test('a remedy is previewed with its decisions, and nothing is done', async () => {
  await addIssues(own, admin.accountId, [{ order_id: open, closed_at: null, type: 'changed_after_release' }] as never);
  const [issue] = await own.sql('select id from issues where order_id = $1', [open]);
  const reading = (await makeKey(own, admin, { name: 'Reading', scopes: ['read_issues'] })).json().key;
  const shown = await (await agentOf(own, reading)).use('preview_remedy', { issue_id: Number(issue?.id) });
  expect(shown).toMatchObject({ is_open: true, decisions: [{ sends_goods: true }], page: expect.stringMatching(`/orders/${open}$`) });
  const theirs = await (await agentOf(own, foreign)).use('preview_remedy', { issue_id: Number(issue?.id) });
  expect(theirs).toMatchObject({ refused: { code: 'not_found' } });
});

test('a ticket is drafted as a link, and none is there', async () => {
  const agent = await agentOf(own, key);
  const given = { topic: 'Orders', subject: 'Where is it?', description: 'It was to leave.', about: { type: 'order', id: open } };
  const { page } = await agent.use('draft_ticket', given);
  const { pathname, searchParams } = new URL(String(page));
  expect([pathname, searchParams.get('subject_2'), searchParams.get('item_id')]).toEqual(['/support', 'Where is it?', String(open)]);
  expect(await own.sql('select id from support_tickets')).toEqual([]);
});
