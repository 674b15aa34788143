import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Actor, inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { orderFilter } from '../../order-flow/contract/filter.ts';
import { listOrders } from '../list/queries.ts';

const own = testDatabase();
const orders = 6_000;
let actor: Actor;
let most: string;

/**
 * A year of days, some with many orders and some with none, at all hours; one order in twenty has another status, one in 25 another source.
 */
beforeAll(async () => {
  actor = await addAccount(own);
  const { accountId } = actor;
  const sources = [await addConnection(own, accountId), await addConnection(own, accountId)];
  most = (await own.sql<{ slug: string }>('select slug from connections where id = $1', [sources[0]]))[0]?.slug ?? '';
  await own.sql(
    `insert into orders (account_id, connection_id, remote_id, source_order_number, source_status, source_state, order_status, order_date, imported_day, currency,
      customer_name, address, city, postal_code, country, shipping_cost, tax_cost, total_cost, content_hash, remote_modified_at, archived_at)
    select $1, case when n % 25 = 0 then $3::bigint else $2::bigint end, n, n, 'x', 'ready', case when n % 20 = 0 then 'error' else 'fulfilled' end,
      '2026-01-01'::timestamptz + (n * n % 365) * interval '1 day' + n * interval '61 seconds', current_date, 'USD',
      'Ann', '1 Main Street', 'Austin', '78701', 'US', 0, 0, 10, 'x', now(), case when n % 50 = 7 then now() end
    from generate_series(1, ${orders}) as n`,
    [accountId, ...sources],
  );
  await inTenant(own.database, actor, (tenant) => sql`select fold_tallies(${tenant.accountId})`.execute(tenant.db));
  // These tallies are not folded yet.
  await own.sql(
    `update orders set order_date = date_subtract(order_date, interval '3 months', 'UTC'), order_status = 'fulfilled' where account_id = $1 and id % 11 = 0`,
    [accountId],
  );
});

const filters = [
  ['all', () => ({}), 'true'],
  ['a status', () => ({ status: 'fulfilled' }), `order_status = 'fulfilled'`],
  ['a source', () => ({ source: most }), 'connection_id = (select min(id) from connections where account_id = $1)'],
  [
    'both',
    () => ({ status: 'fulfilled', source: most }),
    `order_status = 'fulfilled' and connection_id = (select min(id) from connections where account_id = $1)`,
  ],
] as const;
const cases = filters.flatMap(([name, filter, where]) =>
  (['DESC', 'ASC'] as const).map((orderDir) => [name, orderDir, filter, where] as const),
);

test.each(cases)('%s, %s: a page deep in the list equals the one that a scan from the start gives', async (_, orderDir, filter, where) => {
  const all = await own.sql<{ id: string }>(
    `select id from orders where account_id = $1 and deleted_at is null and archived_at is null and ${where} order by order_date ${orderDir}, id ${orderDir}`,
    [actor.accountId],
  );
  const last = Math.ceil(all.length / 50);
  for (const page of [100, 101, 102, last - 1, last, last + 1, 9_000]) {
    const list = await inTenant(own.database, actor, (tenant) => listOrders(tenant, orderFilter.parse({ ...filter(), orderDir, page })));
    expect(list.total).toBe(all.length);
    expect(
      list.data.map(({ id }) => id),
      `page ${page}`,
    ).toEqual(all.slice((page - 1) * 50, page * 50).map(({ id }) => Number(id)));
  }
});
