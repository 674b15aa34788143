import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Actor, inTenant, type Tenant } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection, addIssues, addOrders } from '../../../test/shop/rows.ts';
import { orderStatuses } from '../order-flow/order.ts';

const own = testDatabase();

/** What the tallies say, and what counting every row says. */
const tallied = {
  orders: `select connection_id, order_status, archived, held, has_issue, sum(n)::int as n from orders_in_all where account_id = $1
    group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5`,
  days: `select imported_day::text, order_status, archived, sum(n)::int as n from orders_by_day where account_id = $1 group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`,
  places: `select archived, by_month, day::text, order_status, connection_id, sum(n)::int as n from orders_by_place where account_id = $1
    group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5`,
  issues: `select type, subject, sum(n)::int as n from issue_tallies where account_id = $1 group by 1, 2 having sum(n) <> 0 order by 1, 2`,
};
const counted = {
  orders: `select connection_id, order_status, archived_at is not null as archived, on_hold as held, open_issues > 0 as has_issue, count(*)::int as n
    from orders where account_id = $1 and deleted_at is null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  days: `select imported_day::text, order_status, archived_at is not null as archived, count(*)::int as n from orders where account_id = $1 and deleted_at is null
    group by 1, 2, 3 order by 1, 2, 3`,
  places: `select archived_at is not null as archived, by_month, case when by_month then to_char(order_date at time zone 'UTC', 'YYYY-MM-01')
      else to_char(order_date at time zone 'UTC', 'YYYY-MM-DD') end as day, order_status, connection_id, count(*)::int as n
    from orders, (values (false), (true)) as width (by_month) where account_id = $1 and deleted_at is null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  issues: `select type, subject, count(*)::int as n from issues where account_id = $1 and closed_at is null group by 1, 2 order by 1, 2`,
};

async function withOrders(count: number) {
  const { accountId, userId } = await addAccount(own);
  const connections = [await addConnection(own, accountId), await addConnection(own, accountId)];
  const ids: number[] = [];
  for (const connection of connections)
    ids.push(
      ...(await addOrders(
        own,
        accountId,
        connection,
        Array.from({ length: count / 2 }, () => ({})),
      )),
    );
  await addIssues(
    own,
    accountId,
    ids.slice(0, count / 2).map((order_id, index) => ({ order_id, subject: `S${index % 3}` })),
  );
  return { accountId, actor: { accountId, userId }, ids };
}

async function expectExact(accountId: number) {
  for (const kind of ['orders', 'days', 'places', 'issues'] as const)
    expect(await own.sql(tallied[kind], [accountId]), kind).toEqual(await own.sql(counted[kind], [accountId]));
}

/** A generator that says the same on every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const changes: ((tenant: Tenant, ids: number[], random: () => number) => Promise<unknown>)[] = [
  (tenant, ids, random) => {
    const status = orderStatuses[Math.floor(random() * orderStatuses.length)];
    return sql`update orders set order_status = ${status} where account_id = ${tenant.accountId}
      and id = any(${ids}::bigint[])`.execute(tenant.db);
  },
  (tenant, ids) =>
    sql`update orders set archived_at = case when archived_at is null then now() end where account_id = ${tenant.accountId}
      and id = any(${ids}::bigint[])`.execute(tenant.db),
  (tenant, ids) =>
    sql`update orders set deleted_at = case when deleted_at is null then now() end where account_id = ${tenant.accountId}
      and id = any(${ids}::bigint[])`.execute(tenant.db),
  (tenant, ids, random) =>
    sql`update orders set order_date = order_date - ${Math.floor(random() * 40)}::int * interval '1 day', on_hold = not on_hold,
      open_issues = 1 - open_issues
      where account_id = ${tenant.accountId} and id = any(${ids}::bigint[])`.execute(tenant.db),
  (tenant, ids) =>
    sql`update issues set closed_at = case when closed_at is null then now() end where account_id = ${tenant.accountId}
      and order_id = any(${ids}::bigint[])`.execute(tenant.db),
];

test('counts stay exact under twenty writers at once, who change many orders each, with folding beside them', async () => {
  const { accountId, actor, ids } = await withOrders(200);
  const writer = async (seed: number) => {
    const random = seeded(seed);
    for (let turn = 0; turn < 8; turn++) {
      const some = ids.filter(() => random() < 0.1);
      const change = changes[Math.floor(random() * changes.length)] as (typeof changes)[0];
      // In id order, as every command does, so that no two wait for each other in a circle.
      await inTenant(own.database, actor, async (tenant) => {
        await sql`select id from orders where account_id = ${accountId} and id = any(${some}::bigint[]) order by id
          for update`.execute(tenant.db);
        await change(tenant, some, random);
      });
    }
  };
  const folder = async () => {
    for (let turn = 0; turn < 12; turn++)
      await inTenant(own.database, actor, (tenant) => sql`select fold_tallies(${tenant.accountId})`.execute(tenant.db));
  };
  await Promise.all([...Array.from({ length: 20 }, (_, index) => writer(index + 1)), folder()]);
  await expectExact(accountId);
});

test('folding leaves one row per combination, no row that counts zero, and touches no other account', async () => {
  const [first, second] = [await withOrders(20), await withOrders(20)];
  const rows = async (table: string, accountId: number) =>
    (await own.sql(`select 1 from ${table} where account_id = $1`, [accountId])).length;
  const fold = ({ actor }: { actor: Actor }) =>
    inTenant(own.database, actor, (tenant) => sql`select fold_tallies(${tenant.accountId})`.execute(tenant.db));
  await fold(first);
  await own.sql(`update orders set order_status = 'error'`);
  const before = await rows('order_tallies', second.accountId);
  expect(before).toBeGreaterThan(0);
  await fold(first);
  expect(await rows('order_tallies', first.accountId)).toBe(0);
  expect(await rows('order_days', first.accountId)).toBe(2);
  expect(await rows('order_tallies', second.accountId)).toBe(before);
  await expectExact(first.accountId);
  await expectExact(second.accountId);
});

test('while one session folds, a second one returns, and every count stays the same', async () => {
  const { accountId, actor } = await withOrders(20);
  await inTenant(own.database, actor, async (tenant) => {
    const fold = (one: Tenant) =>
      sql<{ n: number }>`select fold_tallies(${one.accountId}) as n`.execute(one.db).then(({ rows }) => rows[0]?.n);
    expect(await fold(tenant)).toBeGreaterThan(0);
    expect(await inTenant(own.database, actor, fold)).toBe(0);
    await expectExact(accountId);
  });
  await expectExact(accountId);
});

test('a change that is rolled back is not counted', async () => {
  const { accountId, actor } = await withOrders(4);
  const failing = inTenant(own.database, actor, async (tenant) => {
    await sql`update orders set order_status = 'error' where account_id = ${accountId}`.execute(tenant.db);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await expectExact(accountId);
});
