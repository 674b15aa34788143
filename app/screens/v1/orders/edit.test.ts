import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';
import { scopes } from '../../../people/keys/scopes.ts';

const own = testWeb();
let admin: Awaited<ReturnType<typeof keyOf>>['admin'];
let [key, writing] = ['', ''];
let connection = 0;

beforeAll(async () => {
  ({ admin, key } = await keyOf(own, 'Acme', { name: 'Robot', scopes: [...scopes] }));
  writing = (await makeKey(own, admin, { name: 'Desk', scopes: ['write_orders'] })).json().key;
  connection = await addConnection(own, admin.accountId);
});

const orders = (...facts: object[]) =>
  addOrders(
    own,
    admin.accountId,
    connection,
    facts.map((each) => ({ order_date: '2026-10-01T00:00:00Z', ...each })),
  );
let names = 0;
const edit = (id: number, payload: object, by = key, name: string | null = `e${++names}`) =>
  use(own, by, { method: 'PATCH', url: `/v1/orders/${id}`, payload, headers: name === null ? {} : { 'idempotency-key': name } });
const hold = (id: number, by: string, headers = {}, payload = {}) =>
  use(own, by, { method: 'POST', url: `/v1/orders/${id}/hold`, headers, payload });

test('who may not release orders changes none whose hold ends by itself: it would leave on that day', async () => {
  const [id = 0] = await orders({});
  expect((await hold(id, writing, {}, { until: '2999-01-01' })).statusCode).toBe(200);
  expect((await edit(id, { ship_to: { line_1: '7 Lindwurm Lane' } }, writing)).json()).toMatchObject({ status: 403, code: 'lacks_scope' });
  expect(await own.sql(`select id from orders where id = $1 and address = '7 Lindwurm Lane'`, [id])).toEqual([]);
  // Its lock has no end.
  await use(own, writing, { method: 'POST', url: `/v1/orders/${id}/lock` });
  expect((await edit(id, { ship_to: { line_1: '7 Lindwurm Lane' } }, writing)).json()).toMatchObject({ id, changed: true });
});

test('an edit that is sent again after somebody corrected the address leaves that alone', async () => {
  const [id = 0] = await orders({});
  const [former, corrected] = [{ ship_to: { line_1: '7 Lindwurm Lane' } }, { ship_to: { line_1: '7 Lindworm Lane' } }];
  expect((await edit(id, former, key, null)).json()).toMatchObject({ status: 400, code: 'no_idempotency_key' });
  await edit(id, former, key, 'move');
  await edit(id, corrected);
  expect((await edit(id, former, key, 'move')).headers['idempotency-replayed']).toBe('true');
  expect(await own.sql('select address from orders where id = $1', [id])).toEqual([{ address: '7 Lindworm Lane' }]);
});

test('what is wrong with an edit is told by its place in the body', async () => {
  const [id = 0] = await orders({});
  for (const [payload, pointer] of [
    [{ ship_to: { country: 'XX' } }, '/ship_to/country'],
    [{ customer_email: 'nobody' }, '/customer_email'],
    [{ shipping_code: 'NO SUCH' }, '/shipping_code'],
    [{ warehouse_code: 'NO SUCH' }, '/warehouse_code'],
  ] as const)
    expect((await edit(id, payload)).json(), pointer).toMatchObject({ status: 422, errors: [{ pointer }] });
});

test('a change of an order as it was seen waits for those that travel with it before it locks any', async () => {
  const [first = 0, second = 0] = await orders({}, {});
  const warehouse = await addConnection(own, admin.accountId, 'warehouse');
  const [sent] = await own.sql<{ id: string }>(
    `insert into warehouse_orders (account_id, connection_id, state, reference) values ($1, $2, 'waiting', 'W1') returning id`,
    [admin.accountId, warehouse],
  );
  await own.sql('update orders set warehouse_order_id = $2 where id = any($1)', [[first, second], sent?.id]);
  await own.sql(`insert into outbox (account_id, connection_id, kind, warehouse_order_id, key) values ($1, $2, 'submit', $3, 'W1')`, [
    admin.accountId,
    warehouse,
    sent?.id,
  ]);
  const { headers } = await use(own, key, { url: `/v1/orders/${second}` });
  const reply = await inTenant(own.database, admin, async ({ db }) => {
    const lock = (id: number) =>
      sql`select from orders where account_id = ${admin.accountId} and id = ${id} for no key update nowait`.execute(db);
    await lock(first);
    const held = hold(second, key, { 'if-match': String(headers.etag) });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => own.sql(waiting)).toHaveLength(1);
    await lock(second);
    return { held };
  });
  expect((await reply.held).json()).toMatchObject({ id: second, message: expect.stringContaining('on hold') });
});
