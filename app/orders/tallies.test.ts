import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant, type Tenant } from '../../platform/tenant.ts';
import { addAccount } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { addConnection, addIssues, addOrders } from '../../test/shop/rows.ts';
import { orderStatuses } from './order.ts';

const own = testDatabase();

/** What the tallies say, and what counting every row says. */
const tallied = {
  orders: `select connection_id, order_status, archived, sum(n)::int as n from order_tallies where account_id = $1 group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`,
  issues: `select type, subject, sum(n)::int as n from issue_tallies where account_id = $1 group by 1, 2 having sum(n) <> 0 order by 1, 2`,
};
const counted = {
  orders: `select connection_id, order_status, archived_at is not null as archived, count(*)::int as n from orders where account_id = $1 and deleted_at is null group by 1, 2, 3 order by 1, 2, 3`,
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
  for (const kind of ['orders', 'issues'] as const)
    expect(await own.sql(tallied[kind], [accountId])).toEqual(await own.sql(counted[kind], [accountId]));
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
    return sql`update orders set order_status = ${status} where account_id = ${tenant.accountId} and id = any(${ids}::bigint[])`.execute(
      tenant.db,
    );
  },
  (tenant, ids) =>
    sql`update orders set archived_at = case when archived_at is null then now() end where account_id = ${tenant.accountId} and id = any(${ids}::bigint[])`.execute(
      tenant.db,
    ),
  (tenant, ids) =>
    sql`update orders set deleted_at = case when deleted_at is null then now() end where account_id = ${tenant.accountId} and id = any(${ids}::bigint[])`.execute(
      tenant.db,
    ),
  (tenant, ids) =>
    sql`update issues set closed_at = case when closed_at is null then now() end where account_id = ${tenant.accountId} and order_id = any(${ids}::bigint[])`.execute(
      tenant.db,
    ),
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
        await sql`select id from orders where account_id = ${accountId} and id = any(${some}::bigint[]) order by id for update`.execute(
          tenant.db,
        );
        await change(tenant, some, random);
      });
    }
  };
  const folder = async () => {
    for (let turn = 0; turn < 12; turn++) await inTenant(own.database, actor, (tenant) => sql`select fold_tallies()`.execute(tenant.db));
  };
  await Promise.all([...Array.from({ length: 20 }, (_, index) => writer(index + 1)), folder()]);
  await expectExact(accountId);
});

test('folding leaves one row a bucket, and touches no other account', async () => {
  const [first, second] = [await withOrders(20), await withOrders(20)];
  const rows = async (accountId: number) => (await own.sql('select 1 from order_tallies where account_id = $1', [accountId])).length;
  await own.sql(`update orders set order_status = 'error'`);
  const before = await rows(second.accountId);
  await inTenant(own.database, first.actor, (tenant) => sql`select fold_tallies()`.execute(tenant.db));
  expect(await rows(first.accountId)).toBe(2);
  expect(await rows(second.accountId)).toBe(before);
  await expectExact(first.accountId);
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
