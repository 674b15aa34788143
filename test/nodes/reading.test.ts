import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Actor, inTenant, reading } from '../../platform/tenant.ts';
import { distributedDatabase } from '../database.ts';
import { addConnection, addOrder } from '../shop/rows.ts';
import { type Person, testWeb } from '../web.ts';
import { citusUrl, nextAccountElsewhere, nodesOfAccounts } from './cluster.ts';

// Skipped without CITUS_URL: the owner's address of a database of the coordinator that knows its nodes.
describe.skipIf(!citusUrl)('reading on a distributed database, on the nodes at CITUS_URL', () => {
  const nodes = distributedDatabase();
  const own = testWeb({}, nodes);
  let here: Person;
  let there: Person;
  let beside: Person;
  let sam: Person;
  const portOf = async ({ accountId }: Actor) => (await own.sql<{ node: number }>(nodesOfAccounts, [[accountId]]))[0]?.node;

  /** Where a reading is, what it sees of the orders without a condition, and how those are planned there. */
  const seen = (actor: Actor) =>
    reading(own.database, actor, async ({ db }) => {
      const [row] = (
        await sql<{ port: number; orders: number }>`
        select inet_server_port() as port, (select count(*)::int from orders) as orders`.execute(db)
      ).rows;
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from orders where account_id = ${actor.accountId}`.execute(db);
      return { ...row, byEngine: rows.some((line) => line['QUERY PLAN'].includes('Citus')) };
    });

  beforeAll(async () => {
    const first = await own.account('Here');
    await own.sql(nextAccountElsewhere, [first]);
    const second = await own.account('There');
    await own.sql(nextAccountElsewhere, [second]);
    const third = await own.account('Beside');
    for (const [at, account] of [first, second, third].entries())
      for (let order = 0; order <= at; order++) await addOrder(own, account, await addConnection(own, account));
    [here, there, beside] = [
      await own.person(first, 'account_admin'),
      await own.person(second, 'account_admin'),
      await own.person(third, 'account_admin'),
    ];
    sam = await own.person(await own.account('Portal'), 'super');
  });

  test('the node of an account is asked, plans as one database does, and shows its rows alone', async () => {
    expect(await portOf(here)).not.toBe(await portOf(there));
    expect(await portOf(here)).toBe(await portOf(beside));
    for (const [actor, orders] of [
      [here, 1],
      [there, 2],
      [beside, 3],
    ] as const)
      await expect.poll(() => seen(actor)).toEqual({ port: await portOf(actor), orders, byEngine: false });
  });

  test('of accounts in the same part each sees its own rows', async () => {
    await expect.poll(async () => (await seen(here)).byEngine).toBe(false);
    const partOf = async (account: number) =>
      (await own.sql<{ part: number }>(`select get_shard_id_for_distribution_column('orders', $1::bigint) as part`, [account]))[0]?.part;
    const part = await partOf(here.accountId);
    let other = await own.account('Same part');
    while ((await partOf(other)) !== part) other = await own.account('Same part');
    await addOrder(own, other, await addConnection(own, other));
    await addOrder(own, other, await addConnection(own, other));
    const person = await own.person(other, 'account_admin');
    await expect.poll(() => seen(person)).toEqual({ port: await portOf(here), orders: 2, byEngine: false });
    expect(await seen(here)).toMatchObject({ orders: 1, byEngine: false });
  });

  test('what the coordinator alone has is asked of it', async () => {
    await expect.poll(async () => (await seen(here)).byEngine).toBe(false);
    const ask = reading(own.database, here, async ({ db }) => (await sql`select from portal_messages`.execute(db)).rows);
    expect(await ask).toEqual([]);
  });

  test('a super admin sees the tickets of all accounts, and others those of their own', async () => {
    for (const { accountId, userId } of [here, there, beside])
      await own.sql(
        `insert into support_tickets (account_id, subject_1, subject_2, description, user_id, requester_name, account_name)
         values ($1, 'Orders', 'Other', 'Help', $2, 'Ann', 'Shop')`,
        [accountId, userId],
      );
    const tickets = (actor: Actor) =>
      reading(own.database, actor, async ({ db }) => (await sql`select id from support_tickets`.execute(db)).rows.length);
    await expect.poll(async () => (await seen(sam)).port).toBe(await portOf(sam));
    expect(await tickets(sam)).toBe(3);
    expect(await tickets(here)).toBe(1);
  });

  test('once the account has moved, its old node shows what is written at the new one', async () => {
    await expect.poll(async () => (await seen(there)).byEngine).toBe(false);
    const [from, to] = [await portOf(there), await portOf(here)];
    await own.sql(
      `select citus_move_shard_placement(get_shard_id_for_distribution_column('orders', $1::bigint), '127.0.0.1', $2::int, '127.0.0.1', $3::int, 'block_writes')`,
      [there.accountId, from, to],
    );
    await inTenant(own.database, there, ({ db }) => sql`delete from orders where account_id = ${there.accountId}`.execute(db));
    expect(await seen(there)).toEqual({ port: from, orders: 0, byEngine: true });
  });
});
