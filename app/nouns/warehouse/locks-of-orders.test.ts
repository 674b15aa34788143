import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant, type Tenant } from '../../../platform/tenant.ts';
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
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(own.database, { accountId, userId: null }, work);
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
