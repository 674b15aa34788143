import { beforeEach, expect, test } from 'vitest';
import { type TestEngine, testEngine } from '../../../../test/shop/engine.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const own = testWeb();
let engine: TestEngine;
let person: Person;
let orders: number[];
let connection = 0;

beforeEach(async () => {
  engine = await testEngine(own, null);
  person = await own.person(await own.account());
  connection = await addConnection(own, person.accountId);
  orders = await addOrders(own, person.accountId, connection, [{ on_hold: false }, { on_hold: true }]);
});

const start = async (action: string, ids: number[], by = person): Promise<number> => {
  const reply = await own.as(by, { method: 'POST', url: '/api/orders/bulk-action', payload: { ordersIds: ids, action } });
  expect(reply.statusCode).toBe(202);
  return reply.json().runId;
};
const leave = () => own.sql('delete from members where user_id = $1', [person.userId]);
const held = () => own.sql<{ on_hold: boolean }>('select on_hold from orders where id = any($1) order by id', [orders]);
const reasons = (run: number) => own.sql(`select outcome, reason ->> 'code' as reason from run_outcomes where run_id = $1`, [run]);

test('no goods leave by what somebody started who was removed from the team before its turn', async () => {
  const run = await start('unhold', orders.slice(1));
  await leave();
  await engine.runJobs();
  expect(await held()).toEqual([{ on_hold: false }, { on_hold: true }]);
  expect(await reasons(run)).toEqual([{ outcome: 'skipped', reason: 'starter_left' }]);
});

test('what they put on hold is, and they cancel nothing for which another order waits', async () => {
  const run = await start('hold', orders.slice(0, 1));
  const other = await addConnection(own, person.accountId);
  await own.sql(`update connections set connector = 'shopify' where id = $1`, [other]);
  const [shops = 0] = await addOrders(own, person.accountId, other, [{}]);
  const cancelling = await start('cancel', [shops]);
  await leave();
  await engine.runJobs();
  expect(await held()).toEqual([{ on_hold: true }, { on_hold: true }]);
  expect([await reasons(run), await reasons(cancelling)]).toMatchObject([[{ outcome: 'done' }], [{ reason: 'lets_others_go' }]]);
});

test('what a super admin started as this account goes on', async () => {
  const boss = await own.person(await own.account(), 'super');
  const { headers } = await own.as(boss, { method: 'POST', url: '/api/accounts/act-as', payload: { accountId: person.accountId } });
  const cookie = String([headers['set-cookie']].flat()[0]).split(';', 1)[0] ?? '';
  await start('unhold', orders.slice(1), { ...boss, cookie });
  await engine.runJobs();
  expect(await held()).toEqual([{ on_hold: false }, { on_hold: false }]);
});
