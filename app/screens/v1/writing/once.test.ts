import { beforeAll, expect, test } from 'vitest';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();
let admin: Awaited<ReturnType<typeof keyOf>>['admin'];
let key = '';
let keyId = 0;
let connection = 0;

beforeAll(async () => {
  ({ admin, key, id: keyId } = await keyOf(own, 'Acme', { scopes: ['write_orders', 'release_orders'] }));
  connection = await addConnection(own, admin.accountId);
});

async function order(facts = {}): Promise<number> {
  const [id = 0] = await addOrders(own, admin.accountId, connection, [{ order_date: '2026-10-01T00:00:00Z', ...facts }]);
  return id;
}
const post = (url: string, name?: string, payload?: object, by = key) =>
  use(own, by, { method: 'POST', url, headers: name === undefined ? {} : { 'idempotency-key': name }, ...(payload && { payload }) });
const heldTimes = async (id: number) =>
  (await own.sql<{ n: number }>(`select count(*)::int as n from order_events where order_id = $1 and kind = 'held'`, [id]))[0]?.n;
const replies = async (name: string) => (await own.sql('select status, reply from api_replies where name = $1', [name])).length;

test('the same request again gets the first reply, and nothing happens again', async () => {
  const id = await order();
  const first = await post(`/v1/orders/${id}/hold`, 'hold-1', { reason: 'Call back' });
  expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([200, undefined]);
  await own.sql('update orders set on_hold = false where id = $1', [id]);
  const again = await post(`/v1/orders/${id}/hold`, 'hold-1', { reason: 'Call back' });
  expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
  expect(again.json()).toEqual(first.json());
  expect(await heldTimes(id)).toBe(1);
});

test('another body, another record or another call under the same name is refused, and does nothing', async () => {
  const [id, other] = [await order(), await order()];
  await post(`/v1/orders/${id}/hold`, 'hold-2', { reason: 'Call back' });
  for (const [url, payload] of [
    [`/v1/orders/${id}/hold`, { reason: 'Another' }],
    [`/v1/orders/${other}/hold`, { reason: 'Call back' }],
    [`/v1/orders/${id}/unhold`, undefined],
  ] as const)
    expect((await post(url, 'hold-2', payload)).json(), url).toMatchObject({ status: 422, code: 'other_request' });
  expect(await own.sql('select id from orders where id = any($1) and on_hold', [[id, other]])).toEqual([{ id: String(id) }]);
});

test('a name is a key’s own', async () => {
  const [id, other] = [await order(), await order()];
  const { key: second } = (await makeKey(own, admin, { name: 'Second', scopes: ['write_orders'] })).json();
  await post(`/v1/orders/${id}/hold`, 'hold-3');
  expect((await post(`/v1/orders/${other}/hold`, 'hold-3', undefined, second)).statusCode).toBe(200);
});

test('while the first is at work the second is told so, and does nothing', async () => {
  const id = await order();
  const client = await own.database.pool.connect();
  const lock = `reply ${admin.accountId} ${keyId} hold-4`;
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
    const reply = await post(`/v1/orders/${id}/hold`, 'hold-4');
    expect(reply.json()).toMatchObject({ status: 409, code: 'still_at_work' });
    expect(reply.headers['retry-after']).toBe('1');
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await heldTimes(id)).toBe(0);
  expect((await post(`/v1/orders/${id}/hold`, 'hold-4')).statusCode).toBe(200);
});

test('of many at once one acts', async () => {
  const id = await order();
  const all = await Promise.all(Array.from({ length: 8 }, () => post(`/v1/orders/${id}/hold`, 'hold-5')));
  for (const { statusCode } of all) expect([200, 409]).toContain(statusCode);
  expect(all.filter(({ statusCode, headers }) => statusCode === 200 && !headers['idempotency-replayed'])).toHaveLength(1);
  expect(await heldTimes(id)).toBe(1);
});

test('what did not happen is not kept: the same request may be tried again', async () => {
  const id = await order();
  expect((await post(`/v1/orders/${id}/unhold`, 'unhold-1')).statusCode).toBe(409);
  expect((await post('/v1/orders/900001/unhold', 'unhold-1')).statusCode).toBe(404);
  expect(await replies('unhold-1')).toBe(0);
  await own.sql('update orders set on_hold = true where id = $1', [id]);
  expect((await post(`/v1/orders/${id}/unhold`, 'unhold-1')).statusCode).toBe(200);
});

test('by what sends goods nothing happens without a name, or with one that is none', async () => {
  const id = await order({ on_hold: true });
  expect((await post(`/v1/orders/${id}/unhold`)).json()).toMatchObject({ status: 400, code: 'no_idempotency_key' });
  for (const name of ['', 'a b', 'x'.repeat(256)])
    expect((await post(`/v1/orders/${id}/unhold`, name)).json(), name).toMatchObject({ status: 400, code: 'bad_idempotency_key' });
  expect(await own.sql('select on_hold from orders where id = $1', [id])).toEqual([{ on_hold: true }]);
});

test('after a day a name is known no longer', async () => {
  const id = await order();
  await post(`/v1/orders/${id}/hold`, 'hold-6');
  await own.sql(`update api_replies set at = now() - interval '25 hours' where name = 'hold-6'`);
  expect((await post(`/v1/orders/${id}/unhold`, 'hold-6')).statusCode).toBe(200);
  expect(await replies('hold-6')).toBe(1);
});

test('a key that keeps too many replies makes no others, and repeats go on', async () => {
  const id = await order();
  await post(`/v1/orders/${id}/hold`, 'hold-7');
  await own.sql(`update api_replies set place = place + 100000 where name = 'hold-7'`);
  expect((await post(`/v1/orders/${id}/unhold`, 'hold-8')).statusCode).toBe(429);
  expect((await post(`/v1/orders/${id}/hold`, 'hold-7')).headers['idempotency-replayed']).toBe('true');
  await own.sql('delete from api_replies');
});

test('who may no longer do it is not given the reply again', async () => {
  const id = await order();
  const { key: second, id: secondId } = (await makeKey(own, admin, { name: 'Third', scopes: ['write_orders'] })).json();
  await post(`/v1/orders/${id}/hold`, 'hold-9', undefined, second);
  await own.sql(`update api_keys set scopes = '{read_orders}' where id = $1`, [secondId]);
  await expect.poll(async () => (await post(`/v1/orders/${id}/hold`, 'hold-9', undefined, second)).statusCode).toBe(403);
});
