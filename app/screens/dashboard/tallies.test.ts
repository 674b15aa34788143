import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant, type Tenant } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection, addOrders } from '../../../test/shop/rows.ts';
import { orderStatuses } from '../../nouns/order-flow/order.ts';
import type { Days } from './graphs/days.ts';
import { shownCounts } from './graphs/history.ts';
import { countByStatus } from './queries.ts';

const own = testDatabase();
const writers = 20;
const rounds = 15;
const days = ['2026-03-01', '2026-03-02', '2026-03-03'];

test('the counters are exact while twenty write at once, and rows are folded', async () => {
  const { accountId, userId } = await addAccount(own);
  const connectionId = await addConnection(own, accountId);
  const ids = await addOrders(
    own,
    accountId,
    connectionId,
    Array.from({ length: 200 }, (_, n) => ({ imported_day: days[n % 3] })),
  );
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(own.database, { accountId, userId }, work);

  const write = async () => {
    for (let round = 0; round < rounds; round++) {
      const some = ids.filter(() => Math.random() < 0.05);
      const status = orderStatuses[Math.floor(Math.random() * orderStatuses.length)];
      await within((tenant) => changeFor(tenant, some, Math.random(), status ?? 'pending')).catch(unlessUndone);
    }
  };
  const fold = async () => {
    for (let round = 0; round < rounds; round++) await within((tenant) => sql`select fold_tallies(${tenant.accountId})`.execute(tenant.db));
  };
  await Promise.all([...Array.from({ length: writers }, write), fold(), fold()]);

  const day = { startDate: '2026-03-02', endDate: '2026-03-02' };
  const { orderCounts, cancelled } = await within((tenant) => shownCounts(tenant, day));
  expect({ ...orderCounts, cancelled }).toEqual(await within((tenant) => countAll(tenant, day)));
  expect(await within(countByStatus)).toEqual(await within((tenant) => countAll(tenant)));
  await fold();
  const [{ n } = { n: 0 }] = await own.sql<{ n: number }>('select count(*)::int as n from order_days');
  expect(n).toBeLessThanOrEqual(days.length * orderStatuses.length * 2);
  expect(await within(countByStatus)).toEqual(await within((tenant) => countAll(tenant)));
});

/** A new status mostly; else one is archived, deleted, taken back, or moves to another day. Rows are locked in one order. */
async function changeFor(tenant: Tenant, ids: number[], dice: number, status: string): Promise<void> {
  const change =
    dice < 0.7
      ? sql`order_status = ${status}`
      : dice < 0.8
        ? sql`archived_at = case when archived_at is null then now() end`
        : dice < 0.9
          ? sql`deleted_at = case when deleted_at is null then now() end`
          : sql`imported_day = '2026-03-01'::date + ${Math.floor(dice * 1000) % 3}::int`;
  await sql`with them as (select id from orders where id = any(${ids}::bigint[]) order by id for update)
    update orders set ${change} from them where orders.account_id = ${tenant.accountId} and orders.id = them.id`.execute(tenant.db);
  // Some writers roll back, and their counts with them.
  if (dice > 0.95) throw new Undone();
}

class Undone extends Error {}
const unlessUndone = (error: unknown) => {
  if (!(error instanceof Undone)) throw error;
};

/** The same counts from the orders themselves. */
async function countAll(tenant: Tenant, range?: Days): Promise<Record<string, number>> {
  const { rows } = await sql<{ order_status: string; n: number }>`
    select status as order_status, count(o.id)::int as n from unnest(${[...orderStatuses]}::text[]) as status
    left join orders o on o.account_id = ${tenant.accountId} and o.order_status = status and o.deleted_at is null and o.archived_at is null
      and o.imported_day between ${range?.startDate ?? '-infinity'}::date and ${range?.endDate ?? 'infinity'}::date
    group by 1`.execute(tenant.db);
  return Object.fromEntries(rows.map(({ order_status, n }) => [order_status, n]));
}
