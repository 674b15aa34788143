import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection, addIssues, addLines, addOrders, addProducts } from '../../../test/shop/rows.ts';
import { finishSnapshot, storeStock } from './stock.ts';

const own = testDatabase();
const hours = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));

test('a count waits for nobody who has an order: what it brings to that comes after it, and what it frees with the next one', async () => {
  const { accountId } = await addAccount(own);
  const [channel, warehouse] = [await addConnection(own, accountId), await addConnection(own, accountId, 'warehouse')];
  const products = await addProducts(own, accountId, ['MUG']);
  const [lacking = 0, sent = 0] = await addOrders(own, accountId, channel, [{ order_status: 'error' }, { order_status: 'packing' }]);
  await addLines(own, accountId, lacking, [{ sku: 'MUG', quantity: 1 }], products);
  await addIssues(own, accountId, [
    { order_id: lacking, type: 'out_of_stock', subject: 'stock', sentence: { code: 'stock_too_low', warehouse: null, missing: [] } },
  ]);
  await own.sql('insert into reservations (account_id, order_id, product_id, units, accepted_at) values ($1, $2, $3, 1, $4)', [
    ...[accountId, sent, products.get('MUG'), hours(1)],
  ]);
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => withoutPerson(own.database, accountId, work);
  const row = { sku: 'MUG', warehouseId: 'KY1', location: 'A', lot: null, onHand: 5, allocated: 0, onHold: 0, available: 5 };
  const count = (at: Date) =>
    within(async (tenant) => {
      await storeStock(tenant, warehouse, [row], at);
      await finishSnapshot(tenant, warehouse, at);
    });
  const promised = async () => (await own.sql('select from reservations where account_id = $1', [accountId])).length;
  await within(async ({ db }) => {
    await sql`select from orders where account_id = ${accountId} order by id for no key update`.execute(db);
    await sql`select from reservations where account_id = ${accountId} for update`.execute(db);
    await count(hours(2));
  });
  expect(await promised()).toBe(1);
  const [job] = await own.sql<{ payload: unknown }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where identifier = 'orders:stock-came' and (payload ->> 'accountId')::bigint = $1`,
    [accountId],
  );
  expect(job?.payload).toMatchObject({ accountId, orderIds: [lacking] });
  await count(hours(3));
  expect(await promised()).toBe(0);
});

test('a count that changes some products and frees others locks all of them in the order of their SKUs', async () => {
  const { accountId } = await addAccount(own);
  const [channel, warehouse] = [await addConnection(own, accountId), await addConnection(own, accountId, 'warehouse')];
  const products = await addProducts(own, accountId, ['CUP', 'MUG']);
  const [sent = 0] = await addOrders(own, accountId, channel, [{ order_status: 'packing' }]);
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => withoutPerson(own.database, accountId, work);
  const row = (sku: string, available: number) => ({
    ...{ sku, warehouseId: 'KY1', location: 'A', lot: null, onHand: available, allocated: 0, onHold: 0, available },
  });
  const count = (at: Date, mugs: number) =>
    within(async (tenant) => {
      await storeStock(tenant, warehouse, [row('CUP', 5), row('MUG', mugs)], at);
      await finishSnapshot(tenant, warehouse, at);
    });
  await count(hours(1), 5);
  await own.sql('insert into reservations (account_id, order_id, product_id, units, accepted_at) values ($1, $2, $3, 1, $4)', [
    ...[accountId, sent, products.get('CUP'), hours(1)],
  ]);
  const lock = ({ db }: Tenant, sku: string) =>
    sql`select from products where account_id = ${accountId} and sku = ${sku} for no key update`.execute(db);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  // After a deadlock one of them would begin again.
  const began: string[] = [];
  let counted: Promise<void> | undefined;
  await within(async (tenant) => {
    began.push('by SKU');
    await lock(tenant, 'CUP');
    counted ??= within(async (other) => {
      began.push('the count');
      await storeStock(other, warehouse, [row('CUP', 5), row('MUG', 4)], hours(2));
      await finishSnapshot(other, warehouse, hours(2));
    });
    await expect.poll(() => own.sql(waiting)).toHaveLength(1);
    await lock(tenant, 'MUG');
  });
  await counted;
  expect(began).toEqual(['by SKU', 'the count']);
  expect(await own.sql('select sku, to_promise from products where account_id = $1 order by sku', [accountId])).toEqual([
    { sku: 'CUP', to_promise: 5 },
    { sku: 'MUG', to_promise: 4 },
  ]);
});

test('of what an earlier warehouse had and a new one does not name there is none once that has counted', async () => {
  const { accountId } = await addAccount(own);
  const earlier = await addConnection(own, accountId, 'warehouse');
  await addProducts(own, accountId, ['CUP', 'MUG']);
  const row = (sku: string) => ({
    ...{ sku, warehouseId: 'KY1', location: 'A', lot: null, onHand: 5, allocated: 0, onHold: 0, available: 5 },
  });
  const count = (warehouse: number, skus: string[], at: Date) =>
    withoutPerson(own.database, accountId, async (tenant) => {
      await storeStock(tenant, warehouse, skus.map(row), at);
      await finishSnapshot(tenant, warehouse, at);
    });
  const stock = () =>
    own.sql('select sku, quantity_on_hand as on_hand, to_promise from products where account_id = $1 order by sku', [accountId]);
  await count(earlier, ['CUP', 'MUG'], hours(1));
  await own.sql(`update connections set disconnected_at = now(), state = 'disconnected' where id = $1`, [earlier]);
  const next = await addConnection(own, accountId, 'warehouse');
  await count(next, ['MUG'], hours(2));
  expect(await stock()).toEqual([
    { sku: 'CUP', on_hand: 0, to_promise: 0 },
    { sku: 'MUG', on_hand: 5, to_promise: 5 },
  ]);
  await count(next, ['CUP', 'MUG'], hours(3));
  expect(await stock()).toMatchObject([{ to_promise: 5 }, { to_promise: 5 }]);
});
