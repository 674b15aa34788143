import { beforeEach, expect, test } from 'vitest';
import type { Log } from '../../../../platform/log.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { agentOf } from '../../../../test/agents.ts';
import { keyOf, makeKey } from '../../../../test/keys.ts';
import { quietLog } from '../../../../test/shop/quiet.ts';
import { addConnection, addIssues, addLines, addOrders, addProducts } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { allNouns } from '../../../entities/all.ts';
import { orderBulk } from '../../../nouns/orders/bulk/verbs.ts';
import { scopes } from '../../../people/keys/scopes.ts';
import { requireStillMay } from '../../../people/keys/serving/still-may.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';

const own = testWeb();
let admin: Person;
let [connection, keyId, names] = [0, 0, 0];
let key = '';
let [one = 0, two = 0, three = 0]: number[] = [];

beforeEach(async () => {
  const wanted = { name: 'Robot', scopes: ['write_orders', 'write_issues', 'release_orders'] };
  ({ admin, key, id: keyId } = await keyOf(own, `Acme ${++names}`, wanted));
  connection = await addConnection(own, admin.accountId);
  [one = 0, two = 0, three = 0] = await addOrders(
    own,
    admin.accountId,
    connection,
    ['N1', 'N2', 'N3'].map((source_order_number) => ({ source_order_number })),
  );
});

const let_ = (records: number, was = 0, person = admin) =>
  own.as(person, { method: 'PUT', url: '/api/agents/alone', payload: { records, was } });
type Reply = { run_id: number; state: string; refused?: { code: string } };
const use = async (tool: string, given: object, by = key) => (await (await agentOf(own, by)).use(tool, { ...given })) as Reply;
const prepare = async (action: string, ids: number[], by = key) => (await use('prepare_orders_action', { action, ids }, by)).run_id;
const start = (run_id: number, by = key) => use('start_run', { run_id }, by);
const work = (run: number) => {
  const means = { database: own.database, log: quietLog().log as unknown as Log };
  const actor = { accountId: admin.accountId, userId: admin.userId, key: { name: 'Robot, used by Desk agent' } };
  return workBulk(means, actor, run, new AbortController().signal, allNouns);
};
const held = async () => (await own.sql('select id from orders where account_id = $1 and on_hold', [admin.accountId])).length;

/** An order that waits for a person to say whether its goods are another's. */
async function shared(orderId = one): Promise<number> {
  await own.sql(`update orders set shared_goods = 'undecided' where id = $1`, [orderId]);
  await addIssues(own, admin.accountId, [{ order_id: orderId, type: 'shared_goods', subject: 'goods' }]);
  const [row] = await own.sql<{ id: string }>('select id from issues where order_id = $1', [orderId]);
  return Number(row?.id);
}
const apply = (issue_id: number, action = 'same-goods', by = key) => use('apply_remedy', { issue_id, action }, by);
const ended = async (id = one) => (await own.sql('select from orders where id = $1 and cancelled_at is not null', [id])).length === 1;

test('unless the account lets it an agent starts nothing and takes no remedy', async () => {
  const run = await prepare('hold', [one]);
  expect(await start(run)).toMatchObject({ state: 'waits_for_a_person', waits_because: 'above_what_agents_may' });
  const issue = await shared();
  expect(await apply(issue)).toMatchObject({
    ...{ state: 'waits_for_a_person', waits_because: 'above_what_agents_may', done: null },
    page: expect.stringMatching(new RegExp(`/orders/${one}$`)),
  });
  expect([await held(), await ended()]).toEqual([0, false]);
});

test('as many as the account lets them, agents change in a day, of whatever runs and remedies', async () => {
  await let_(2);
  expect(await start(await prepare('hold', [one, two, three]))).toMatchObject({ waits_because: 'above_what_agents_may' });
  const run = await prepare('hold', [two]);
  expect(await start(run)).toMatchObject({ run_id: run, state: 'running', waits_because: null });
  await work(run);
  expect(await use('follow_run', { run_id: run })).toMatchObject({ state: 'done', done: 1 });
  expect(await apply(await shared())).toMatchObject({ state: 'applied', done: { data: expect.stringMatching(/^Nothing of SO-/) } });
  // A second agent has no allowance of its own.
  const second = (await makeKey(own, admin, { name: 'Second', scopes: ['write_orders'] })).json().key;
  expect(await start(await prepare('hold', [three], second), second)).toMatchObject({ waits_because: 'above_what_agents_may' });
  expect([await held(), await ended()]).toEqual([1, true]);
  await own.sql(
    `update runs set started_at = date_subtract(started_at, interval '24 hours', 'UTC') where account_id = $1 and nothing_leaves`,
    [admin.accountId],
  );
  expect(await start(await prepare('hold', [three], second), second)).toMatchObject({ state: 'running' });
});

test('of two that would each take the last place one does', async () => {
  await let_(1);
  const runs = [await prepare('hold', [one]), await prepare('hold', [two])];
  const all = await Promise.all([...runs.map((run) => start(run)), apply(await shared(three))]);
  expect(all.filter(({ state }) => state === 'running' || state === 'applied')).toHaveLength(1);
});

test('what an agent did alone is in the audit and the history as its own', async () => {
  await let_(5);
  const run = await prepare('hold', [two]);
  await start(run);
  await work(run);
  await apply(await shared());
  const audit = await own.sql(`select verb, key_name from audit_entries where account_id = $1 and key_name is not null order by id`, [
    admin.accountId,
  ]);
  const key_name = 'Robot, used by Desk agent';
  expect(audit).toEqual(['prepared', 'started', 'decided about'].map((verb) => ({ verb, key_name })));
  const events = await own.sql('select distinct key_name from order_events where order_id = any($1)', [[one, two]]);
  expect(events).toEqual([{ key_name }]);
  // And in Activity; what a person started stands there as theirs.
  const pressed = await prepare('hold', [three]);
  await own.as(admin, { method: 'POST', url: `/api/runs/${pressed}/confirm` });
  const { data } = (await own.as(admin, { url: '/api/runs' })).json();
  const [theirs, ...alone] = data.map(({ requested_by }: { requested_by: string }) => requested_by);
  expect(alone).toEqual([1, 2].map(() => expect.stringMatching(/^Person \d+, by the key Robot, used by Desk agent$/)));
  expect([data[0].id, theirs]).toEqual([pressed, expect.stringMatching(/^Person \d+$/)]);
});

test('a remedy by which goods leave is left to a person, who takes it on the page, and the agent hears of it', async () => {
  await let_(100);
  const issue = await shared();
  expect(await apply(issue, 'ship-too')).toMatchObject({ state: 'waits_for_a_person', waits_because: 'goods_may_leave' });
  expect(await own.sql('select shared_goods from orders where id = $1', [one])).toEqual([{ shared_goods: 'undecided' }]);
  await own.as(admin, { method: 'POST', url: `/api/orders/${one}/ship-too`, payload: {} });
  // Its next check closes it.
  await own.sql('update issues set closed_at = now() where id = $1', [issue]);
  expect(await apply(issue, 'ship-too')).toMatchObject({ state: 'closed', waits_because: null, done: null });
});

test('by what goods leave an agent starts nothing, with whatever scopes and however few', async () => {
  await let_(100);
  await own.sql('update orders set on_hold = true where id = $1', [one]);
  const run = await prepare('unhold', [one]);
  expect(await start(run)).toMatchObject({ state: 'waits_for_a_person', waits_because: 'goods_may_leave' });
  expect(await held()).toBe(1);
  expect((await own.as(admin, { method: 'POST', url: `/api/runs/${run}/confirm` })).statusCode).toBe(200);
  expect(await start(run)).toMatchObject({ state: 'running', waits_because: null });
});

test('no verb of orders that sends goods is one that an agent starts, and none that it may not prepare', () => {
  const startable = Object.entries(orderBulk.verbs).flatMap(([name, { letsGo }]) => (letsGo ? [name] : []));
  expect(startable).toEqual(['cancel', 'hold', 'archive']);
  expect(startable.filter((name) => orderBulk.verbs[name as 'hold'].sendsGoods)).toEqual([]);
});

/** Another kind of connection has the order too, and its twin waits because of it. */
async function twin(ofOrder: number): Promise<number> {
  const reader = await addConnection(own, admin.accountId);
  await own.sql(`update connections set connector = 'shopify' where id = $1`, [connection]);
  const [id = 0] = await addOrders(own, admin.accountId, reader, [{}]);
  await own.sql(`update orders t set source_order_number = o.source_order_number from orders o where t.id = $1 and o.id = $2`, [
    id,
    ofOrder,
  ]);
  return id;
}

test('nor what lets another leave: the same sale of another connection', async () => {
  await let_(100);
  const issue = await shared();
  const cancelling = await prepare('cancel', [one]);
  await twin(one);
  expect(await start(cancelling)).toMatchObject({ waits_because: 'goods_may_leave' });
  expect(await apply(issue)).toMatchObject({ waits_because: 'goods_may_leave' });
  // A hold of it keeps both back.
  expect(await start(await prepare('hold', [one]))).toMatchObject({ state: 'running' });
  expect(await ended()).toBe(false);
});

test('nor what is promised what another lacks', async () => {
  await let_(100);
  const products = await addProducts(own, admin.accountId, ['CUP']);
  await addLines(own, admin.accountId, two, [{ sku: 'CUP', quantity: 1 }], products);
  await own.sql('insert into reservations (account_id, order_id, product_id, units) values ($1, $2, $3, 1)', [
    ...[admin.accountId, one, products.get('CUP')],
  ]);
  const issue = await shared();
  const [holding, cancelling] = [await prepare('hold', [one]), await prepare('cancel', [one])];
  await addIssues(own, admin.accountId, [{ order_id: two, type: 'out_of_stock', subject: 'stock' }]);
  for (const run of [holding, cancelling]) expect(await start(run)).toMatchObject({ waits_because: 'goods_may_leave' });
  const decision = { action: 'same-goods', sends_goods: true };
  expect(await use('preview_remedy', { issue_id: issue })).toMatchObject({
    decisions: expect.arrayContaining([expect.objectContaining(decision)]),
  });
  expect(await apply(issue)).toMatchObject({ waits_because: 'goods_may_leave' });
  expect([await held(), await ended()]).toEqual([0, false]);
});

test('what comes to wait between the start and its turn is left as well', async () => {
  await let_(100);
  const run = await prepare('cancel', [one, two]);
  expect(await start(run)).toMatchObject({ state: 'running' });
  await twin(one);
  await work(run);
  expect([await ended(one), await ended(two)]).toEqual([false, true]);
  const [left] = await own.sql(`select reason ->> 'code' as reason from run_outcomes where run_id = $1 and outcome = 'skipped'`, [run]);
  expect(left).toEqual({ reason: 'lets_others_go' });
});

test('an agent of another account, another key, and one without the scope get nothing of it', async () => {
  await let_(100);
  const run = await prepare('hold', [one]);
  const issue = await shared(two);
  const { key: foreign, admin: stranger } = await keyOf(own, `Foreign ${names}`, { scopes: [...scopes] });
  await let_(100, 0, stranger);
  const second = (await makeKey(own, admin, { name: 'Second', scopes: ['write_orders', 'write_issues'] })).json().key;
  for (const by of [foreign, second]) expect(await start(run, by)).toMatchObject({ refused: { code: 'not_found' } });
  expect(await apply(issue, 'same-goods', foreign)).toMatchObject({ refused: { code: 'not_found' } });
  const reading = (await makeKey(own, admin, { name: 'Reading', scopes: ['read_orders', 'read_issues'] })).json().key;
  await expect(start(run, reading)).rejects.toThrow('write_orders');
  await expect(apply(issue, 'same-goods', reading)).rejects.toThrow('write_issues');
  expect(await apply(issue, 'cancel')).toMatchObject({ refused: { code: 'invalid' } });
  expect([await held(), await ended(two)]).toEqual([0, false]);
});

test('a key that has ended or lost the scope since it was read does nothing', async () => {
  const still = () => inTenant(own.database, admin, (tenant) => requireStillMay(tenant, keyId, 'write_orders'));
  await still();
  for (const [change, back] of [
    [`scopes = '{read_orders}'`, `scopes = '{write_orders}'`],
    ['paused_at = now()', 'paused_at = null'],
    ['expires_at = now()', 'expires_at = null'],
    ['revoked_at = now()', 'revoked_at = null'],
  ]) {
    await own.sql(`update api_keys set ${change} where id = $1`, [keyId]);
    await expect(still(), change).rejects.toMatchObject({ status: 403 });
    await own.sql(`update api_keys set ${back} where id = $1`, [keyId]);
  }
  await still();
  const { admin: stranger } = await keyOf(own, `Foreign ${names}`);
  await expect(inTenant(own.database, stranger, (tenant) => requireStillMay(tenant, keyId, 'write_orders'))).rejects.toThrow();
});

test('account admins say how much that is, within a bound, as they saw it, and the audit has it', async () => {
  for (const role of ['admin', 'user'] as const)
    expect((await let_(5, 0, await own.person(admin.accountId, role))).statusCode, role).toBe(403);
  for (const records of [-1, 101, 1.5]) expect((await let_(records)).statusCode, String(records)).toBe(422);
  expect((await let_(5)).json()).toEqual({ message: 'What agents may do is saved.' });
  expect((await let_(50)).json()).toMatchObject({ code: 'changed_since' });
  expect((await own.as(admin, { url: '/api/agents' })).json()).toMatchObject({ alone: 5 });
  const audit = await own.sql(`select changes from audit_entries where account_id = $1 and noun = 'account' and verb = 'changed'`, [
    admin.accountId,
  ]);
  expect(audit).toEqual([{ changes: { agents_alone: { from: 0, to: 5 } } }]);
  const theirs = (await own.as((await keyOf(own, `Foreign ${names}`)).admin, { url: '/api/agents' })).json();
  expect(theirs.alone).toBe(0);
});
