import { beforeEach, expect, test } from 'vitest';
import { keyOf, use } from '../../../../test/keys.ts';
import { type TestEngine, testEngine } from '../../../../test/shop/engine.ts';
import { addConnection, addOrder, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { scopes } from '../../../people/keys/scopes.ts';

const own = testWeb();
let engine: TestEngine;
let admin: Person;
let [key, keyId, names] = ['', 0, 0];

beforeEach(async () => {
  engine = await testEngine(own, null);
  ({ admin, key, id: keyId } = await keyOf(own, `Stopped ${++names}`, { name: 'Robot', scopes: [...scopes] }));
});

const twoOnHold = async () => {
  const facts = ['N1', 'N2'].map((source_order_number) => ({ source_order_number, on_hold: true }));
  return addOrders(own, admin.accountId, await addConnection(own, admin.accountId), facts);
};
const send = async (url: string, order_ids: number[]): Promise<number> => {
  const request = { method: 'POST', url, payload: { order_ids }, headers: { 'idempotency-key': `n${++names}` } } as const;
  const reply = await use(own, key, request);
  expect(reply.statusCode).toBe(202);
  return reply.json().run_id;
};
const held = async () => (await own.sql('select from orders where account_id = $1 and on_hold', [admin.accountId])).length;
const outcomes = (run: number) => own.sql(`select outcome, reason ->> 'code' as reason from run_outcomes where run_id = $1`, [run]);
const leave = async () => {
  const boss = await own.person(admin.accountId, 'account_admin');
  await own.as(boss, { method: 'DELETE', url: `/settings/team/members/${admin.userId}` });
};
const lose = (...lost: string[]) =>
  own.sql('update api_keys set scopes = $1 where id = $2', [scopes.filter((scope) => !lost.includes(scope)), keyId]);

test.each([
  ['it was revoked', () => own.as(admin, { method: 'DELETE', url: `/api/keys/${keyId}` })],
  ['it has expired', () => own.sql('update api_keys set expires_at = now() where id = $1', [keyId])],
  ['its maker has left', leave],
  ['it may no longer release orders', () => lose('release_orders')],
])('what a key started over many stops before the turn of its orders once %s', async (_, stop) => {
  const run = await send('/v1/orders/unhold', await twoOnHold());
  await stop();
  await engine.runJobs();
  expect(await held()).toBe(2);
  expect(await outcomes(run)).toEqual([1, 2].map(() => ({ outcome: 'skipped', reason: 'key_stopped' })));
});

test('it goes on with the key, and with a new secret of it', async () => {
  const run = await send('/v1/orders/unhold', await twoOnHold());
  expect((await own.as(admin, { method: 'POST', url: `/api/keys/${keyId}/rotate`, payload: { hours: 0 } })).statusCode).toBe(200);
  await lose('write_orders');
  await engine.runJobs();
  expect([await held(), await outcomes(run)]).toEqual([0, [1, 2].map(() => ({ outcome: 'done', reason: null }))]);
});

test('a key that may no longer release orders cancels none for which another waits', async () => {
  const [shop, reader] = [await addConnection(own, admin.accountId), await addConnection(own, admin.accountId)];
  await own.sql(`update connections set connector = 'shopify' where id = $1`, [shop]);
  const orders = [await addOrder(own, admin.accountId, shop), await addOrder(own, admin.accountId, reader)];
  const run = await send('/v1/orders/cancel', orders.slice(0, 1));
  await lose('release_orders');
  await engine.runJobs();
  expect(await own.sql('select from orders where id = any($1) and cancelled_at is not null', [orders])).toEqual([]);
  expect(await outcomes(run)).toEqual([{ outcome: 'skipped', reason: 'lets_others_go' }]);
});
