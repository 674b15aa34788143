import { beforeEach, expect, test } from 'vitest';
import { agentOf } from '../../../../test/agents.ts';
import { keyOf } from '../../../../test/keys.ts';
import { addConnection, addIssues, addLines, addOrders, addProducts } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const own = testWeb();
let admin: Person;
let [key, connection, names] = ['', 0, 0];
let [one = 0, two = 0]: number[] = [];

beforeEach(async () => {
  ({ admin, key } = await keyOf(own, `Goods ${++names}`, { name: 'Robot', scopes: ['write_orders', 'write_issues'] }));
  await own.sql('update accounts set agents_alone = 100 where id = $1', [admin.accountId]);
  connection = await addConnection(own, admin.accountId);
  [one = 0, two = 0] = await addOrders(own, admin.accountId, connection, [{ source_order_number: 'N1' }, { source_order_number: 'N2' }]);
});

type Reply = { run_id: number; state: string; waits_because: string | null };
const use = async (tool: string, given: object) => (await (await agentOf(own, key)).use(tool, { ...given })) as Reply;
const prepare = async (action: string, ids: number[], terms = {}) => (await use('prepare_orders_action', { action, ids, ...terms })).run_id;
const start = (run_id: number) => use('start_run', { run_id });

test('a hold that ends by itself is started by a person: once its day comes goods leave, whoever else held them', async () => {
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const ending = await prepare('hold', [one], { until });
  expect(await start(ending)).toMatchObject({ state: 'waits_for_a_person', waits_because: 'goods_may_leave' });
  expect(await start(await prepare('hold', [one], { reason: 'Asks for it' }))).toMatchObject({ state: 'running', waits_because: null });
});

test('what the warehouse has, and would put back on a shelf that another order waits for, no agent ends', async () => {
  const warehouse = await addConnection(own, admin.accountId, 'warehouse');
  const products = await addProducts(own, admin.accountId, ['CUP']);
  for (const order of [one, two]) await addLines(own, admin.accountId, order, [{ sku: 'CUP', quantity: 1 }], products);
  const [there] = await own.sql<{ id: string }>(
    `insert into warehouse_orders (account_id, connection_id, reference, state, provider_ref, accepted_at)
     values ($1, $2, 'W1', 'accepted', 'W1', now()) returning id`,
    [admin.accountId, warehouse],
  );
  // A count has shown since that it is taken: nothing is promised to it any longer.
  await own.sql(`update orders set warehouse_order_id = $2, in_amware = 1, order_status = 'packing' where id = $1`, [one, there?.id]);
  await addIssues(own, admin.accountId, [{ order_id: two, type: 'out_of_stock', subject: 'stock' }]);
  expect(await start(await prepare('cancel', [one]))).toMatchObject({ waits_because: 'goods_may_leave' });
  // A hold leaves it in its box.
  expect(await start(await prepare('hold', [one]))).toMatchObject({ state: 'running' });
});

test('nor what went into another order, before the check of that one has found that it waits', async () => {
  const [sold] = await own.sql<{ remote_id: string }>('select remote_id from orders where id = $1', [one]);
  await own.sql('insert into order_merges (account_id, connection_id, remote_id, into_id, came_too_late) values ($1, $2, $3, $4, false)', [
    ...[admin.accountId, connection, sold?.remote_id, two],
  ]);
  expect(await own.sql('select shared_goods from orders where id = $1', [two])).toEqual([{ shared_goods: null }]);
  expect(await start(await prepare('cancel', [one]))).toMatchObject({ waits_because: 'goods_may_leave' });
});

test('nor what travels with one whose goods went into another order: the warehouse ends both together', async () => {
  const warehouse = await addConnection(own, admin.accountId, 'warehouse');
  const [taker = 0] = await addOrders(own, admin.accountId, connection, [{ source_order_number: 'N3', shared_goods: 'undecided' }]);
  await own.sql(
    `with there as (insert into warehouse_orders (account_id, connection_id, reference, state, provider_ref, accepted_at)
       values ($1, $2, 'W2', 'accepted', 'W2', now()) returning id)
     update orders set warehouse_order_id = there.id, in_amware = 1, order_status = 'packing' from there where orders.id = any($3)`,
    [admin.accountId, warehouse, [one, two]],
  );
  await own.sql(
    `insert into order_merges (account_id, connection_id, remote_id, into_id, came_too_late)
     select account_id, connection_id, remote_id, $2, false from orders where id = $1`,
    [two, taker],
  );
  expect(await start(await prepare('cancel', [one]))).toMatchObject({ waits_because: 'goods_may_leave' });
  await own.sql(`update orders set shared_goods = 'ship' where id = $1`, [taker]);
  expect(await start(await prepare('cancel', [one]))).toMatchObject({ state: 'running' });
});
