import { beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../../platform/log.ts';
import { quietLog } from '../../../../test/shop/quiet.ts';
import { addConnection, addOrder, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';
import { orderBulk } from './verbs.ts';

const own = testWeb();
let ann: Person;
let ben: Person;
let eve: Person;
let channel: number;
let warehouse: number;
let bens = '';

beforeAll(async () => {
  ann = await own.person(await own.account('Ours'));
  ben = await own.person(ann.accountId);
  eve = await own.person(await own.account('Other'));
  bens = String((await own.sql('select name from users where id = $1', [ben.userId]))[0]?.name);
  channel = await addConnection(own, ann.accountId);
  warehouse = await addConnection(own, ann.accountId, 'warehouse');
  await own.sql(`insert into shipping_methods (account_id, connection_id, code, name, carrier) values ($1, $2, 'GND', 'Ground', 'UPS')`, [
    ann.accountId,
    warehouse,
  ]);
});

const add = (...facts: Record<string, unknown>[]) =>
  addOrders(
    own,
    ann.accountId,
    channel,
    facts.map((each) => ({ order_status: 'pending', country: 'SE', in_amware: 0, on_hold: true, shipping_code: null, ...each })),
  );
const post = async (url: string, payload: object, by = ann) => {
  const reply = await own.as(by, { method: 'POST', url, payload });
  return { status: reply.statusCode, ...reply.json() };
};
const work = async (runId: number, by = ann) => {
  const means = { database: own.database, log: quietLog().log as unknown as Log };
  const actor = { accountId: ann.accountId, userId: by.userId };
  await workBulk(means, actor, runId, new AbortController().signal, { orders: { bulk: orderBulk } });
};
const change = async (ordersIds: number[], set: object, by = ann): Promise<number> => {
  const { runId } = await post('/api/orders/bulk-action', { action: 'change', ordersIds, set }, by);
  await work(runId, by);
  return runId;
};
const undo = async (run: number): Promise<number> => {
  const { runId, ...reply } = await post(`/api/runs/${run}/undo`, {});
  expect(reply).toMatchObject({ status: 200 });
  await work(runId);
  return runId;
};
const outcomes = async (runId: number) =>
  new Map<number, string>(
    (await own.as(ann, { url: `/api/runs/${runId}/outcomes` }))
      .json()
      .data.map(({ record_id, outcome, reason }: Record<string, unknown>) => [record_id, reason ?? outcome]),
  );
const read = async (id: number) =>
  (await own.sql('select country, state, shipping_code, edited_fields from orders where id = $1', [id]))[0];
const stateOf = async (run: number) => (await own.as(ann, { url: `/api/runs/${run}` })).json();
const preview = (ordersIds: number[], set: object, by = ann) => post('/api/orders/bulk-action/preview', { ordersIds, set }, by);

/** One that waits, one that is so already, one with the warehouse, one that somebody else locked. */
async function four() {
  const [waits = 0, same = 0] = await add({}, { country: 'NO', state: 'Oslo', shipping_code: 'GND' });
  const sent = await addOrder(own, ann.accountId, channel, { order_status: 'packing', in_amware: 1 });
  const [locked = 0] = await add({});
  await own.as(ben, { method: 'PATCH', url: `/api/orders/${locked}/toggle-lock` });
  return { waits, same, sent, locked, all: [waits, same, sent, locked] };
}
const set = { country: 'no', state: 'Oslo', shipping_code: 'GND' };
const written = { country: 'NO', state: 'Oslo', shipping_code: 'GND' };

test('many orders are changed that have not left; the others stay, each with its reason, as the preview says', async () => {
  const { waits, same, sent, locked, all } = await four();
  const reasons = ['It was so already.', 'It is packing: too late to change.', `${bens} locked it. Unlock it first.`];
  const told = await preview(all, set);
  expect(told).toMatchObject({ status: 200, total: 4, changes: 1, examples: [{ id: waits, country: 'SE', shipping_code: null }] });
  expect(told.methods).toEqual([{ carrier: 'UPS', methods: [{ code: 'GND', name: 'Ground' }] }]);
  expect(new Set(told.left)).toEqual(new Set(reasons.map((reason) => ({ reason, orders: 1 }))));
  expect(await read(waits)).toMatchObject({ country: 'SE' });
  const run = await change(all, set);
  expect(await outcomes(run)).toEqual(new Map([[waits, 'done'], ...[same, sent, locked].map((id, at) => [id, reasons[at]] as const)]));
  expect(await read(waits)).toEqual({ ...written, edited_fields: ['state', 'country', 'shipping_code'] });
  expect(await read(sent)).toMatchObject({ country: 'US' });
  expect(await read(locked)).toMatchObject({ country: 'SE' });
});

/** An order whose submit is in this state of the outbox. */
async function withSubmit(state: string, maybeDone: boolean): Promise<number> {
  const [id = 0] = await add({});
  await own.sql(
    `with sent as (insert into warehouse_orders (account_id, connection_id, reference) select account_id, $2, 'CD-' || id from orders
       where id = $1 returning id, account_id, connection_id),
     queued as (insert into outbox (account_id, connection_id, kind, key, state, maybe_done, warehouse_order_id)
       select account_id, connection_id, 'submit', id::text, $3, $4, id from sent)
     update orders set warehouse_order_id = sent.id from sent where orders.id = $1`,
    [id, warehouse, state, maybeDone],
  );
  return id;
}

test('the preview says of an order on its way to the warehouse what its change says', async () => {
  const [unsent, doubtful, failed] = [
    await withSubmit('waiting', false),
    await withSubmit('waiting', true),
    await withSubmit('failed', true),
  ];
  const reason = 'It is being sent to the warehouse at this moment.';
  const all = [unsent, doubtful, failed];
  expect(await preview(all, set)).toMatchObject({ changes: 1, left: [{ reason, orders: 2 }], examples: [{ id: unsent }] });
  expect(await outcomes(await change(all, set))).toEqual(
    new Map([[unsent, 'done'], ...[doubtful, failed].map((id) => [id, reason] as const)]),
  );
});

test('its undo gives each its own values back, but not where somebody changed them since', async () => {
  const [one = 0, two = 0, also = 0] = await add({ country: 'SE' }, { country: 'DK' }, { country: 'FI' });
  const run = await change([one, two, also], { country: 'NO' });
  await own.as(ben, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: two, country: 'DE' } } });
  await own.as(ben, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: also, city: 'Bergen' } } });
  const undone = await outcomes(await undo(run));
  expect(undone.get(two)).toMatch(new RegExp(`^${bens} changed it on `));
  expect([undone.get(one), undone.get(also)]).toEqual(['done', 'done']);
  expect(await read(one)).toMatchObject({ country: 'SE', edited_fields: [] });
  expect(await read(two)).toMatchObject({ country: 'DE' });
  expect(await read(also)).toMatchObject({ country: 'FI', edited_fields: ['city'] });
  // What somebody changed is theirs: another undo would leave it as well.
  expect(await stateOf(run)).toMatchObject({ undone: false, undone_in_part: true, undoable: false });
});

test('an undo that left what a colleague had locked says so of the run, and goes on with that alone once it is unlocked', async () => {
  const [free = 0, locked = 0] = await add({ country: 'SE' }, { country: 'DK' });
  const toggleLock = () => own.as(ben, { method: 'PATCH', url: `/api/orders/${locked}/toggle-lock` });
  const run = await change([free, locked], { country: 'NO' });
  await toggleLock();
  const { runId } = await post(`/api/runs/${run}/undo`, {});
  // Nothing is undone before the worker's turn, nor where the worker never has it.
  expect(await stateOf(run)).toMatchObject({ undone: false, undone_in_part: false, undoable: false });
  await work(runId);
  expect(await outcomes(runId)).toEqual(
    new Map([
      [locked, `${bens} locked it. Unlock it first.`],
      [free, 'done'],
    ]),
  );
  const sentence = '2 orders done. 1 undone since, 1 not: its undo says why.';
  expect(await stateOf(run)).toMatchObject({ undone: false, undone_in_part: true, undoable: true, sentence });
  await toggleLock();
  expect(await outcomes(await undo(run))).toEqual(new Map([[locked, 'done']]));
  expect([(await read(free))?.country, (await read(locked))?.country]).toEqual(['SE', 'DK']);
  expect(await stateOf(run)).toMatchObject({ undone: true, undone_in_part: false, undoable: false, sentence: '2 orders done.' });
});

test('its undo leaves what a colleague changed and set again, unless they undid that themselves', async () => {
  const [again = 0, taken = 0, standing = 0] = await add({}, {}, {});
  const run = await change([again, taken, standing], { country: 'NO' });
  const save = (id: number, country: string) =>
    own.as(ben, { method: 'PUT', url: '/api/orders/save', payload: { order: { id, country } } });
  for (const country of ['DE', 'NO']) await save(again, country);
  await save(taken, 'DE');
  expect(await post(`/api/orders/${taken}/undo-edit`, {}, ben)).toMatchObject({ status: 200 });
  const undone = await outcomes(await undo(run));
  expect(undone.get(again)).toMatch(new RegExp(`^${bens} changed it on `));
  expect([undone.get(taken), undone.get(standing)]).toEqual(['done', 'done']);
  const countries = await Promise.all([again, taken, standing].map(read));
  expect(countries.map((order) => order?.country)).toEqual(['NO', 'SE', 'SE']);
});

test('an edit of one order undoes as its page does, and what was undone there is not undone twice', async () => {
  const [id = 0, other = 0] = await add({}, {});
  const run = await change([id, other], { country: 'NO' });
  expect(await post(`/api/orders/${id}/undo-edit`, {})).toMatchObject({ status: 200, message: `The edit of SO-${id} is undone.` });
  expect((await outcomes(await undo(run))).get(id)).toBe('It was undone already.');
  expect(await read(id)).toMatchObject({ country: 'SE' });
});

test('what a colleague or the channel changed between the press and the worker’s turn stays, with who and when', async () => {
  const [edited = 0, moved = 0, other = 0, untouched = 0] = await add({}, {}, {}, {});
  const ids = [edited, moved, other, untouched];
  const { runId } = await post('/api/orders/bulk-action', { action: 'change', ordersIds: ids, set: { country: 'NO' } });
  const save = (order: object) => own.as(ben, { method: 'PUT', url: '/api/orders/save', payload: { order } });
  await save({ id: edited, city: 'Aarhus' });
  // Where the goods go is the same with another phone number.
  await save({ id: other, note: 'Call first', customer_phone: '+46 8 123 456' });
  await own.sql(
    `insert into order_events (account_id, order_id, kind, sentence, changes) values ($1, $2, 'changed', '{"code":"changed_by_channel","channel":"Shop"}', $3)`,
    [ann.accountId, moved, { city: { from: 'Lund', to: 'Aarhus' } }],
  );
  await work(runId);
  const done = await outcomes(runId);
  expect(done.get(edited)).toMatch(new RegExp(`^${bens} changed it on `));
  expect([done.get(moved), done.get(other), done.get(untouched)]).toEqual(['It was changed since.', 'done', 'done']);
  expect((await Promise.all(ids.map(read))).map((order) => order?.country)).toEqual(['SE', 'SE', 'NO', 'NO']);
});

test('of two changes of many that were asked for one after the other the later one stands', async () => {
  const [id = 0] = await add({});
  const { runId: first } = await post('/api/orders/bulk-action', { action: 'change', ordersIds: [id], set: { country: 'NO' } });
  await own.sql(`update runs set started_at = date_subtract(started_at, interval '1 second', 'UTC') where id = $1`, [first]);
  const { runId: second } = await post('/api/orders/bulk-action', { action: 'change', ordersIds: [id], set: { country: 'DK' } });
  await work(first);
  await work(second);
  expect([(await outcomes(second)).get(id), await read(id)]).toMatchObject(['done', { country: 'DK' }]);
});

test.each([
  [{ action: 'change' }, { set: ['Choose what to change.'] }],
  [{ action: 'change', set: {} }, { set: ['Choose what to change.'] }],
  [{ action: 'hold', set: { country: 'NO' } }, { set: ['Only a change sets anything.'] }],
  [{ action: 'change', set: { country: 'XQ' } }, { 'set.country': ['There is no country with the code “XQ”.'] }],
  [{ action: 'change', set: { shipping_code: 'NOPE' } }, { 'set.shipping_code': ['The warehouse has no shipping method “NOPE”.'] }],
])('what no order can become is refused: %j', async (asked, errors) => {
  const [id = 0] = await add({});
  const { status, ...refused } = await post('/api/orders/bulk-action', { ...asked, ordersIds: [id] });
  expect([status, refused]).toEqual([422, errors]);
});

test('nobody sees or changes orders of another account, or what another person prepared', async () => {
  const [id = 0] = await add({ country: 'IS' });
  expect(await preview([id], { country: 'NO' }, eve)).toMatchObject({ total: 0, changes: 0, examples: [] });
  expect(await post('/api/orders/bulk-action', { action: 'change', ordersIds: [id], set }, eve)).toMatchObject({ status: 422 });
  const { runId } = await post('/api/orders/bulk-action/prepare', { filter: { country: 'IS' } });
  const told = (by: Person) => post('/api/orders/bulk-action/preview', { runId, set: { country: 'NO' } }, by);
  expect(await told(ann)).toMatchObject({ total: 1, changes: 1 });
  for (const other of [ben, eve]) expect(await told(other)).toMatchObject({ total: 0 });
});
