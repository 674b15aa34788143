import { beforeAll, expect, test } from 'vitest';
import { type Actor, inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { orderFilter } from '../../order-flow/contract/filter.ts';
import { listOrders } from '../list/queries.ts';
import { conditionsOf } from './conditions.ts';
import { scanFoundOrders, scanLimit } from './scan.ts';

const own = testDatabase();
const orders = scanLimit + 60;
let ann: Actor;

/** One order an hour. The oldest thirty go to Iceland, every fourth of these is locked; the others go to Britain. */
beforeAll(async () => {
  ann = await addAccount(own);
  const connectionId = await addConnection(own, ann.accountId);
  await own.sql(
    `insert into orders (account_id, connection_id, remote_id, source_order_number, source_status, source_state, order_date, imported_day, currency, customer_name,
      address, city, postal_code, country, shipping_cost, tax_cost, total_cost, content_hash, remote_modified_at, locked)
    select $1, $2, n, 'W-' || n, 'x', 'ready', '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 hour', '2026-01-01', 'USD', 'Ann',
      '1 Main Street', 'Austin', '78701', case when n <= 30 then 'IS' else 'GB' end, 0, 0, n % 100, 'x', now(), n <= 30 and n % 4 = 0 from generate_series(1, $3) as n`,
    [ann.accountId, connectionId, orders],
  );
});

const within = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(own.database, ann, work);
const list = (query: Record<string, unknown>) => within((tenant) => listOrders(tenant, orderFilter.parse(query)));

test('a list that one index serves is exact to the last page, however long it is', async () => {
  const { data, ...first } = await list({ orderDir: 'ASC', perPage: 25 });
  expect(first).toMatchObject({ total: orders, total_is_exact: true, cut_short: null });
  const last = await list({ orderDir: 'DESC', perPage: 25, page: first.last_page });
  expect(last.data.map(({ id }) => id)).toEqual(
    data
      .map(({ id }) => id)
      .slice(0, orders % 25 || 25)
      .reverse(),
  );
});

test('a rare value is found behind ten thousand other orders, and its total is exact', async () => {
  expect(await list({ country: 'IS', hold: 'no' })).toMatchObject({ total: 30, total_is_exact: true, cut_short: null });
  expect(await list({ country: 'IS', lock: 'yes', orderBy: 'total_cost' })).toMatchObject({ total: 7, total_is_exact: true });
});

test('where the scan limit ends a list, it says so, and how far back it read', async () => {
  const newest = await list({ lock: 'no' });
  expect(newest).toMatchObject({ total: scanLimit, total_is_exact: false });
  const reached = newest.cut_short?.back_to?.toISOString() ?? '';
  expect(reached).toBe('2020-01-03T12:00:00.000Z');
  const older = await list({ lock: 'no', end_at: reached });
  expect(older).toMatchObject({ total: orders - scanLimit - 1 - 7, total_is_exact: true, cut_short: null });
});

test('in another order than by date, the first orders of that order are scanned', async () => {
  const { data, cut_short } = await list({ country: 'GB', orderBy: 'total_cost', orderDir: 'ASC', hold: 'no' });
  expect(data.map(({ total_cost }) => Number(total_cost)).slice(0, 3)).toEqual([0, 0, 0]);
  expect(cut_short).toEqual({ looked_at: scanLimit, back_to: null });
});

test('a total of free text that was not scanned to the end is not called exact', async () => {
  const filter = orderFilter.parse({ search: 'ann' });
  const cut = await within(async (tenant) => {
    const { data } = await listOrders(tenant, orderFilter.parse({ country: 'IS' }));
    const ids = data.map(({ id }) => id);
    return scanFoundOrders(tenant, filter, conditionsOf(tenant, filter), { ids, complete: false });
  });
  expect(cut).toMatchObject({ total: 30, exact: false, cut_short: { looked_at: 30 } });
});

test('of more orders with issues than are scanned, those that a person looks after are all found', async () => {
  await own.sql('update orders set open_issues = 1');
  await own.sql(
    `insert into assignments (account_id, record_type, record_id, user_id) select account_id, 'order', min(id), $1 from orders
    group by account_id`,
    [ann.userId],
  );
  expect(await list({ view: 'attention', assigned: 'me' })).toMatchObject({ total: 1, total_is_exact: true, cut_short: null });
});
