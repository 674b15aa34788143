import { beforeAll, expect, test } from 'vitest';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';
import { allows, scopes } from '../../../people/keys/scopes.ts';

const own = testWeb();
let admin: Awaited<ReturnType<typeof keyOf>>['admin'];
let key = '';
let connection = 0;
let theirs = 0;
let names = 0;

beforeAll(async () => {
  ({ admin, key } = await keyOf(own, 'Acme', { name: 'Robot', scopes: [...scopes] }));
  connection = await addConnection(own, admin.accountId);
  const other = await own.account('Strangers');
  [theirs = 0] = await addOrders(own, other, await addConnection(own, other), [{ order_date: '2026-10-01T00:00:00Z', on_hold: true }]);
});

async function order(facts = {}): Promise<number> {
  const [id = 0] = await addOrders(own, admin.accountId, connection, [{ order_date: '2026-10-01T00:00:00Z', ...facts }]);
  return id;
}
type Sent = { method?: 'POST' | 'PATCH'; payload?: object; headers?: Record<string, string>; by?: string };
const send = (url: string, { method = 'POST', payload, headers, by = key }: Sent = {}) =>
  use(own, by, { method, url, headers: { 'idempotency-key': `n${++names}`, ...headers }, ...(payload && { payload }) });
const stateOf = async (id: number) => (await own.sql('select on_hold, locked, note from orders where id = $1', [id]))[0];
const without = async (...left: string[]) =>
  (await makeKey(own, admin, { name: `Key ${++names}`, scopes: scopes.filter((scope) => !left.includes(scope)) })).json().key;

test('orders are held, taken off hold, locked, unlocked and tagged as by the buttons of their page', async () => {
  const id = await order();
  const held = await send(`/v1/orders/${id}/hold`, { payload: { reason: 'Call back', until: '2999-01-01' } });
  expect(held.json()).toMatchObject({ id, status: 'pending', run_id: expect.any(Number) });
  expect((await send(`/v1/orders/${id}/hold`)).json()).toMatchObject({ status: 409, code: 'not_allowed' });
  expect((await send(`/v1/orders/${id}/hold`, { payload: { until: '2020-01-01' } })).json().errors).toMatchObject([{ pointer: '/until' }]);
  expect((await send(`/v1/orders/${id}/unhold`)).json()).toMatchObject({ id, message: expect.stringContaining('off hold') });
  expect((await send(`/v1/orders/${id}/lock`)).json()).toMatchObject({ id, run_id: expect.any(Number) });
  expect((await send(`/v1/orders/${id}/lock`)).json()).toMatchObject({ id, run_id: null });
  expect(await stateOf(id)).toMatchObject({ on_hold: false, locked: true });
  expect((await send(`/v1/orders/${id}/unlock`)).statusCode).toBe(200);
  const tags = await send(`/v1/orders/${id}/tags`, { payload: { add: ['Gift', 'Late'] } });
  expect(tags.json().tags.sort()).toEqual(['Gift', 'Late']);
  expect((await send(`/v1/orders/${id}/tags`, { payload: { remove: ['gift', 'Unknown'] } })).json().tags).toEqual(['Late']);
  expect((await send(`/v1/orders/${id}/cancel`)).json()).toMatchObject({ status: 'cancelled' });
  expect((await send(`/v1/orders/${id}/cancel`)).statusCode).toBe(409);
});

test('the audit and Activity say who made the key, and by which key', async () => {
  const id = await order();
  await send(`/v1/orders/${id}/hold`);
  const { data } = (await own.as(admin, { url: '/api/audit?noun=order' })).json();
  expect(data[0]).toMatchObject({ verb: 'held', record_id: id, key_name: 'Robot', who: expect.any(String) });
  await own.as(admin, { method: 'POST', url: `/api/orders/${id}/unhold` });
  expect((await own.as(admin, { url: '/api/audit?noun=order' })).json().data[0]).toMatchObject({ verb: 'released', key_name: null });
});

test('each change takes its own scope: no other one, and no session, and what may leave takes that of releasing', async () => {
  for (const { method, path, byKey } of own.web.web.endpointsByKey.filter(
    (each) => each.method !== 'GET' && each.path.startsWith('/v1/'),
  )) {
    const request = {
      method,
      url: path.replace(/:\w+/g, '1'),
      payload: {},
      headers: { 'idempotency-key': 'x' },
      remoteAddress: '203.0.113.7',
    };
    expect((await own.as(admin, request)).json(), path).toMatchObject({ status: 401, code: 'no_key' });
    const others = scopes.filter((scope) => !allows([scope], byKey?.scope ?? ''));
    const { key: other } = (await makeKey(own, admin, { name: `No ${method} ${path}`, scopes: others })).json();
    expect((await use(own, other, request)).json(), path).toMatchObject({ status: 403, code: 'lacks_scope', scope: byKey?.scope });
  }
});

test('orders of another account cannot be changed, one or many', async () => {
  for (const verb of ['hold', 'unhold', 'cancel', 'retry', 'lock', 'unlock', 'tags'])
    expect((await send(`/v1/orders/${theirs}/${verb}`, { payload: {} })).statusCode, verb).toBe(404);
  expect((await send(`/v1/orders/${theirs}`, { method: 'PATCH', payload: { note: 'x' } })).statusCode).toBe(404);
  const id = await order();
  const many = await send('/v1/orders/hold', { payload: { order_ids: [id, theirs] } });
  expect(many.json()).toMatchObject({ status: 404, missing: [theirs] });
  expect(await own.sql(`select id from runs where account_id = $1 and kind = 'bulk'`, [admin.accountId])).toEqual([]);
  expect(await stateOf(theirs)).toMatchObject({ on_hold: true, locked: false, note: null });
});

test('many are worked through by a run, with an outcome each, and at most a thousand at once', async () => {
  const ids = [await order(), await order({ on_hold: true })];
  const started = await send('/v1/orders/hold', { payload: { order_ids: ids, reason: 'Stocktaking' } });
  expect([started.statusCode, started.json().total]).toEqual([202, 2]);
  const [run] = await own.sql('select requested_by, terms from runs where id = $1', [started.json().run_id]);
  expect(run).toMatchObject({ requested_by: String(admin.userId), terms: { reason: 'Stocktaking' } });
  const tooMany = Array.from({ length: 1_001 }, (_, n) => n + 1);
  expect((await send('/v1/orders/hold', { payload: { order_ids: tooMany } })).statusCode).toBe(422);
  expect((await send('/v1/orders/unhold', { payload: { order_ids: ids }, by: await without('release_orders') })).statusCode).toBe(403);
});

test('what was changed since it was read is left as it is', async () => {
  const id = await order();
  const { headers } = await use(own, key, { url: `/v1/orders/${id}` });
  const ifMatch = String(headers.etag);
  await own.sql(`update orders set note = 'Ring twice' where id = $1`, [id]);
  for (const each of [ifMatch, `W/${ifMatch}`, '"other"'])
    expect((await send(`/v1/orders/${id}/hold`, { headers: { 'if-match': each } })).json(), each).toMatchObject({
      ...{ status: 412, code: 'not_as_seen' },
    });
  expect(await stateOf(id)).toMatchObject({ on_hold: false });
  const fresh = String((await use(own, key, { url: `/v1/orders/${id}` })).headers.etag);
  expect((await send(`/v1/orders/${id}/hold`, { headers: { 'if-match': `"other", ${fresh}` } })).statusCode).toBe(200);
});

test('an edit takes the scope of releasing, unless the order is on hold or locked', async () => {
  const [free, held, locked] = [await order(), await order({ on_hold: true }), await order({ locked: true })];
  const by = await without('release_orders');
  const edit = (id: number, payload: object, who = by) => send(`/v1/orders/${id}`, { method: 'PATCH', payload, by: who });
  expect((await edit(free, { note: 'Ring twice' })).json()).toMatchObject({ status: 403, code: 'lacks_scope' });
  expect(await stateOf(free)).toMatchObject({ note: null });
  for (const id of [held, locked]) expect((await edit(id, { note: 'Ring twice' })).json()).toMatchObject({ id, changed: true });
  const address = { line_1: '7 Lindwurm Lane', city: 'Bonn', country: 'DE' };
  expect((await edit(free, { ship_to: address }, key)).json()).toMatchObject({ id: free, changed: true });
  expect((await use(own, key, { url: `/v1/orders/${free}` })).json().ship_to).toMatchObject(address);
  expect((await edit(free, { notes: 'x' }, key)).statusCode).toBe(422);
});

test('a change counts as a call of its key', async () => {
  const left = async () => Number(/"key";r=(\d+)/.exec(String((await send(`/v1/orders/${theirs}/hold`)).headers.ratelimit))?.[1]);
  const first = await left();
  // A minute may begin in between.
  expect([first - 1, 599, 598]).toContain(await left());
});
