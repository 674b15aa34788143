import { beforeEach, expect, test } from 'vitest';
import { type Tenant, withoutPerson } from '../../../../../platform/tenant.ts';
import { addAccount, buildShop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { addConnection, addLines, addOrders, addProducts } from '../../../../../test/shop/rows.ts';
import { wordIssue } from '../../../../shared/issues/issue.ts';
import { finishSnapshot, storeStock } from '../../../warehouse/stock.ts';
import { recordAccepted } from '../adopting/record-accepted.ts';
import { requestCancel } from '../holding/cancel.ts';
import { setHold } from '../holding/hold.ts';
import { releaseReady } from '../release.ts';
import { retryFreed, retryOutOfStock, retryStillLacking } from '../retry-when-mended.ts';
import { fitting } from './fitting.ts';

const own = testDatabase();
let accountId: number;
let warehouse: number;
let channels: [number, number];
let products: Map<string, number>;

beforeEach(async () => {
  ({ accountId } = await addAccount(own));
  warehouse = await addConnection(own, accountId, 'warehouse');
  channels = [await addConnection(own, accountId), await addConnection(own, accountId)];
  await own.sql('update connections set state = $2 where account_id = $1', [accountId, 'active']);
  products = await addProducts(own, accountId, ['MUG', 'CUP']);
});

const within = <T>(work: (tenant: Tenant) => Promise<T>) => withoutPerson(own.database, accountId, work);
const hours = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));

/** What the warehouse counts; `at` in hours. */
async function count(units: Record<string, number>, at = hours(1)) {
  const row = { warehouseId: 'KY1', location: 'A', lot: null, allocated: 0, onHold: 0 };
  const rows = Object.entries(units).map(([sku, available]) => ({ ...row, sku, onHand: available, available }));
  await within((tenant) => storeStock(tenant, warehouse, rows, at));
  await within((tenant) => finishSnapshot(tenant, warehouse, at));
}

/** Ready orders, one for each list of lines. */
async function sell(channel: number, ...orders: Record<string, number>[]): Promise<number[]> {
  const facts = orders.map(() => ({ seen_at: new Date(), order_number: null, shipping_code: 'UPSGR' }));
  const ids = await addOrders(
    own,
    accountId,
    channel,
    facts.map(({ order_number: _, ...fact }) => fact),
  );
  for (const [at, lines] of orders.entries())
    await addLines(
      own,
      accountId,
      ids[at] as number,
      Object.entries(lines).map(([sku, quantity]) => ({ sku, quantity })),
      products,
    );
  return ids;
}
const release = (...ids: number[]) => within((tenant) => releaseReady(tenant, ids));
const orders = async () => {
  const rows = await own.sql<{ status: string; released: boolean; lacks: unknown }>(
    `select order_status as status, warehouse_order_id is not null as released,
      (select sentence from issues i where i.order_id = o.id and i.type = 'out_of_stock' and closed_at is null) as lacks
     from orders o where account_id = $1 order by id`,
    [accountId],
  );
  return rows.map((row) => ({ ...row, lacks: row.lacks && wordIssue(row.lacks) }));
};
const stock = async (sku = 'MUG') =>
  (
    await own.sql('select quantity_promised as promised, to_promise as left from products where account_id = $1 and sku = $2', [
      accountId,
      sku,
    ])
  )[0];

test('two channels sell the last unit: the second becomes out of stock', async () => {
  await count({ MUG: 1 });
  const [first] = await sell(channels[0], { MUG: 1 });
  const [second] = await sell(channels[1], { MUG: 1 });
  await release(first as number);
  expect(await stock()).toEqual({ promised: 1, left: 0 });
  await release(second as number);
  expect(await orders()).toEqual([
    { status: 'pending', released: true, lacks: null },
    { status: 'error', released: false, lacks: 'amware is out of stock: 1 of MUG needed, 0 left.' },
  ]);
  expect(await stock()).toEqual({ promised: 1, left: 0 });
});

test('fifty writers want ten units: ten get one, and no unit is sold twice', async () => {
  await count({ MUG: 10 });
  const ids = await sell(channels[0], ...Array.from({ length: 50 }, () => ({ MUG: 1 })));
  await Promise.all(ids.map((id) => release(id)));
  const all = await orders();
  expect(all.filter(({ released }) => released)).toHaveLength(10);
  expect(all.filter(({ status }) => status === 'error')).toHaveLength(40);
  expect(await stock()).toEqual({ promised: 10, left: 0 });
});

test('the database itself refuses the second promise of the last unit', async () => {
  await count({ MUG: 1 });
  const [first, second] = await sell(channels[0], { MUG: 1 }, { MUG: 1 });
  const promise = (order: number | undefined) =>
    own.sql('insert into reservations (account_id, order_id, product_id, units) values ($1, $2, $3, 1)', [
      accountId,
      order,
      products.get('MUG'),
    ]);
  const outcomes = await Promise.allSettled([promise(first), promise(second)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [refused] = outcomes.filter((each) => each.status === 'rejected');
  expect(refused?.reason).toMatchObject({ constraint: 'products_never_promised_twice' });
});

test('an order gets all that it needs or nothing, and those after it what is left', async () => {
  await count({ MUG: 3, CUP: 1 });
  const ids = await sell(channels[0], { MUG: 2, CUP: 2 }, { MUG: 2 }, { MUG: 1, CUP: 1 }, { MUG: 1 });
  await release(...ids);
  expect((await orders()).map(({ released }) => released)).toEqual([false, true, true, false]);
  expect((await orders()).map(({ lacks }) => lacks).filter(Boolean)).toEqual([
    'amware is out of stock: 2 of CUP needed, 1 left.',
    'amware is out of stock: 1 of MUG needed, 0 left.',
  ]);
  expect([await stock('MUG'), await stock('CUP')]).toEqual([
    { promised: 3, left: 0 },
    { promised: 1, left: 0 },
  ]);
});

test('without a count the warehouse decides', async () => {
  const ids = await sell(channels[0], { MUG: 5 });
  await release(...ids);
  expect(await orders()).toMatchObject([{ released: true }]);
  expect(await stock()).toEqual({ promised: 5, left: null });
});

test.each<[string, (tenant: Tenant, id: number) => Promise<unknown>]>([
  ['is cancelled', (tenant, id) => requestCancel(tenant, [id], 'changed their mind')],
  [
    'is held and checked',
    async (tenant, id) => {
      await setHold(tenant, [id], { held: true });
      await releaseReady(tenant, [id]);
    },
  ],
])('what was promised to an order that %s is free again', async (_, end) => {
  await count({ MUG: 1 });
  const [id] = await sell(channels[0], { MUG: 1 });
  await release(id as number);
  await within((tenant) => end(tenant, id as number));
  expect(await stock()).toEqual({ promised: 0, left: 1 });
});

test('an order that cannot leave yet is promised its stock all the same', async () => {
  await count({ MUG: 1 });
  await own.sql(`update connections set state = 'paused' where id = $1`, [channels[0]]);
  const ids = await sell(channels[0], { MUG: 1 });
  await release(...ids);
  expect([await orders(), await stock()]).toMatchObject([[{ released: false }], { promised: 1, left: 0 }]);
  await release(...ids);
  expect(await stock()).toEqual({ promised: 1, left: 0 });
  await own.sql('update order_lines set quantity = 3 where order_id = $1', [ids[0]]);
  await release(...ids);
  expect([await orders(), await stock()]).toMatchObject([[{ status: 'error' }], { promised: 0, left: 1 }]);
});

test('a promise stays until a count is newer than the warehouse’s acceptance', async () => {
  await count({ MUG: 5 });
  const ids = await sell(channels[0], { MUG: 2 });
  await release(...ids);
  await own.sql('update reservations set accepted_at = $2 where account_id = $1', [accountId, hours(2)]);
  await count({ MUG: 4 }, new Date(hours(2).getTime() - 1));
  expect(await stock()).toEqual({ promised: 2, left: 2 });
  await count({ MUG: 2 }, hours(3));
  expect(await stock()).toEqual({ promised: 0, left: 2 });
});

test('a promise stays until a count is newer than the order by the warehouse’s own clock, which may be ahead of ours', async () => {
  await count({ MUG: 5 });
  await release(...(await sell(channels[0], { MUG: 2 })));
  const [sent] = await own.sql<{ reference: string }>('select reference from warehouse_orders where account_id = $1', [accountId]);
  const begun = Date.now();
  const soon = (seconds: number) => new Date(begun + seconds * 1000);
  const state = { providerRef: 'W1', reference: sent?.reference ?? '', status: 'open', held: false, changedAt: soon(20) } as const;
  await within((tenant) => recordAccepted(tenant, warehouse, [{ ...state, orderNumbers: null, shipTo: null, lines: [] }]));
  await count({ MUG: 5 }, soon(10));
  expect(await stock()).toEqual({ promised: 2, left: 3 });
  await count({ MUG: 3 }, soon(30));
  expect(await stock()).toEqual({ promised: 0, left: 3 });
});

test('a count that shows less than is promised leaves nothing to promise', async () => {
  await count({ MUG: 5 });
  await release(...(await sell(channels[0], { MUG: 4 })));
  await count({ MUG: 2 }, hours(2));
  expect(await stock()).toEqual({ promised: 4, left: 0 });
  await count({ MUG: 9 }, hours(3));
  expect(await stock()).toEqual({ promised: 4, left: 5 });
});

/** Looks for what was given back, as each sweep does, and runs the jobs of that. Returns how many there were. */
async function retriesFreed(): Promise<number> {
  await within(retryFreed);
  const jobs = await own.sql<{ payload: { orderIds: number[] } }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where identifier = 'orders:stock-came' and (payload ->> 'accountId')::bigint = $1`,
    [accountId],
  );
  for (const { payload } of jobs) await within((tenant) => retryStillLacking(tenant, payload.orderIds));
  return jobs.length;
}

test('the retries of many orders take four places of a worker at most, and those of a few wait for none of them', async () => {
  await count({ MUG: 1, CUP: 1 });
  const many = await sell(channels[0], ...Array.from({ length: 60 }, () => ({ MUG: 2 })));
  await release(...many, ...(await sell(channels[0], { CUP: 2 }, { CUP: 2 })));
  await count({ MUG: 120, CUP: 4 }, hours(2));
  await own.sql('delete from graphile_worker._private_jobs');
  for (const sku of ['MUG', 'CUP']) await within((tenant) => retryOutOfStock(tenant, [sku]));
  const jobs = await own.sql<{ queue: string | null; payload: { orderIds: number[] } }>(
    `select q.queue_name as queue, j.payload from graphile_worker._private_jobs j
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`,
  );
  expect(jobs.map(({ queue, payload }) => [queue, payload.orderIds.length])).toEqual([
    [expect.stringContaining(`stock-came:${accountId}:`), 60],
    [null, 2],
  ]);
});

test('an order that lacked what another was promised goes on when that one is cancelled', async () => {
  await count({ MUG: 1 });
  const [first, second] = await sell(channels[0], { MUG: 1 }, { MUG: 1 });
  await release(first as number, second as number);
  expect(await retriesFreed()).toBe(0);
  expect(await orders()).toMatchObject([{ released: true }, { status: 'error' }]);
  await within((tenant) => requestCancel(tenant, [first as number], 'changed their mind'));
  await within(retryFreed);
  expect(await retriesFreed()).toBe(1);
  expect(await orders()).toMatchObject([{ status: 'cancelled' }, { status: 'pending', lacks: null }]);
});

test('an order that lacked stock goes on when a count brings it', async () => {
  const shop = await buildShop(own);
  const shelves = shop.sandbox.control.client().catalogue;
  shelves.take([{ sku: 'TEAPOT', name: 'A teapot', units: 1 }]);
  await shop.sync();
  shop.sell(
    { orderNumber: '1001', items: [{ sku: 'TEAPOT', quantity: 1000 }] },
    { orderNumber: '1002', items: [{ sku: 'TEAPOT', quantity: 1 }] },
  );
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', issues: ['out_of_stock:stock'] });
  shelves.take([{ sku: 'TEAPOT', name: 'A teapot', units: 3000 }]);
  await shop.sync();
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
});

test.each([
  ['nothing', [], []],
  ['the first', [1], [1]],
  ['what is left', [3, 2, 1], [3]],
  ['a smaller one after one that is too big', [4, 2, 1], [2, 1]],
])('of three units, %s is served', (_, wanted, served) => {
  const orders = wanted.map((units, orderId) => ({ orderId, needs: [{ productId: 1, sku: 'MUG', units }] }));
  expect(fitting(orders, new Map([[1, 3]])).served.map(({ needs }) => needs[0]?.units)).toEqual(served);
});
