import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { logins } from '../../platform/login-url.ts';
import { acrossAccounts, inTenant, withoutPerson } from '../../platform/tenant.ts';
import { addAccount } from '../build.ts';
import { testDatabase } from '../database.ts';
import { addConnection, addOrder } from '../shop/rows.ts';

const own = testDatabase();

/** Unique across accounts on purpose, and why. */
const uniqueEverywhere: Record<string, string> = {};

test('whatever is unique in a tenant table is unique within its account', async () => {
  const indexes = await own.sql<{ name: string; first: string }>(`
    select i.indexrelid::regclass::text as name, first.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute owner on owner.attrelid = c.oid and owner.attname = 'account_id'
    join pg_attribute first on first.attrelid = c.oid and first.attnum = i.indkey[0]
    where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
  expect(indexes.length).toBeGreaterThan(30);
  expect(indexes.filter(({ name, first }) => first !== 'account_id' && !(name in uniqueEverywhere))).toEqual([]);
});

test('the roles of the product own nothing, and cannot switch to another role', async () => {
  const owned = await own.sql(`select c.relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname like 'crossdock%'`);
  expect(owned).toEqual([]);
  const roles = await own.sql(
    `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit from pg_roles where rolname like 'crossdock%' order by 1`,
  );
  const nothing = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolinherit: false };
  expect(roles).toEqual([...logins].sort().map((rolname) => ({ rolname, ...nothing })));
  const memberships = await own.sql(
    `select 1 from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname like 'crossdock%'`,
  );
  expect(memberships).toEqual([]);
});

test('of the tables that belong to no account, business code has the rights that it needs', async () => {
  const rights = await own.sql<{ table: string; may: string }>(
    `select c.relname as table, string_agg(may, ' ' order by may) as may
     from pg_class c join unnest('{delete,insert,select,update}'::text[]) as may on has_table_privilege('crossdock_app', c.oid, may)
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')
     group by 1`,
  );
  const all = 'delete insert select update';
  expect(Object.fromEntries(rights.map(({ table, may }) => [table, may]))).toEqual({
    ...{ accounts: 'select', installation: 'select update', last_visits: 'select', migrations: 'select', worker_marks: 'select' },
    ...{ application_limits: all, mappable_fields: all, portal_messages: all, portal_message_dismissals: all },
  });
});

test('functions that run as their owner are few, and have a fixed path', async () => {
  const functions = await own.sql<{ name: string; fixed: boolean }>(
    `select oid::regprocedure::text as name, coalesce(proconfig::text like '%search_path=%', false) as fixed from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
  );
  expect(functions).toEqual([
    { name: 'delete_old_agents(integer,integer)', fixed: true },
    { name: 'delete_old_audit(integer,integer)', fixed: true },
    { name: 'enqueue_jobs(text[],json[],text[],text[],timestamp with time zone[],integer[],boolean[])', fixed: true },
    // Those without an account are the build before's.
    { name: 'erase_from_audit(bigint,jsonb)', fixed: true },
    { name: 'erase_from_audit(jsonb)', fixed: true },
    { name: 'erase_from_changes(bigint,jsonb)', fixed: true },
    { name: 'erase_from_changes(jsonb)', fixed: true },
    { name: 'erase_from_notes(bigint,text[])', fixed: true },
    { name: 'erase_from_notes(text[])', fixed: true },
    { name: 'erase_from_orders(bigint,bigint[],text[])', fixed: true },
    { name: 'erase_from_orders(bigint[],text[])', fixed: true },
    { name: 'forget_changes(integer)', fixed: true },
    { name: 'skip_ids()', fixed: true },
  ]);
});

test('those that are given an account refuse any other than that of the transaction', async () => {
  const [a, b] = [await addAccount(own), await addAccount(own)];
  const functions = await own.sql<{ call: string }>(
    `select format('select %s(%s)', proname, '$1' || repeat(', null', pronargs - 1)) as call from pg_proc
     where prosecdef and pronamespace = 'public'::regnamespace and 'account' = any(proargnames)`,
  );
  expect(functions.length).toBeGreaterThanOrEqual(4);
  for (const { call } of functions) {
    const as = (accountId: number) => inTenant(own.database, a, (tenant) => tenant.prepared('', call, [accountId]));
    await expect(as(b.accountId), call).rejects.toMatchObject({ code: '42501' });
    await expect(as(a.accountId), call).resolves.toBeDefined();
  }
});

test('what was recorded about who did what cannot be changed by the product', async () => {
  for (const table of ['audit_entries', 'account_access_log', 'changes'])
    for (const statement of [`update ${table} set account_id = account_id`, `delete from ${table}`])
      await expect(own.database.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
});

test('without an account nothing is seen, and nothing can be written', async () => {
  const { accountId } = await addAccount(own);
  await addOrder(own, accountId, await addConnection(own, accountId));
  const tables = await own.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  for (const { name } of tables) {
    const seen = await own.database.pool.query(`select 1 from ${name} limit 1`).then(
      ({ rows }) => rows.length,
      ({ code }) => code,
    );
    // 42501: insufficient privilege.
    expect([0, '42501'], name).toContain(seen);
  }
  await expect(own.database.pool.query('insert into orders (account_id) values ($1)', [accountId])).rejects.toThrow(
    /row-level security|null value/,
  );
});

test('within an account, rows cannot be given to another or taken from it', async () => {
  const [a, b] = [await addAccount(own), await addAccount(own)];
  const connections = [await addConnection(own, a.accountId), await addConnection(own, b.accountId)] as const;
  const order = await addOrder(own, b.accountId, connections[1]);
  const asA = <T>(text: string, values: unknown[]) => inTenant(own.database, a, (tenant) => tenant.prepared<T & object>('', text, values));
  await expect(
    asA(`insert into presets (account_id, connection_id, field_name, field_value) values ($1, $2, 'x', 'y')`, [
      b.accountId,
      connections[1],
    ]),
  ).rejects.toThrow('row-level security');
  await expect(asA('update connections set account_id = $1 where id = $2', [b.accountId, connections[0]])).rejects.toThrow(
    // Of several nodes, the engine refuses it first.
    /row-level security|partition value/,
  );
  // A reference to another's record fails, even though its id exists.
  await expect(
    asA(`insert into presets (account_id, connection_id, field_name, field_value) values ($1, $2, 'x', 'y')`, [
      a.accountId,
      connections[1],
    ]),
  ).rejects.toThrow('foreign key');
  expect(await asA('update orders set locked = true where id = $1 returning id', [order])).toEqual([]);
  expect(await asA('delete from orders where id = $1 returning id', [order])).toEqual([]);
  expect(await asA('select id from orders where id = $1', [order])).toEqual([]);
});

test('the scheduler sees what is due of every account, and no content', async () => {
  const { accountId } = await addAccount(own);
  await addOrder(own, accountId, await addConnection(own, accountId));
  const look = (text: string) => acrossAccounts(own.database, async (db) => (await sql.raw<{ n: number }>(text).execute(db)).rows);
  expect((await look('select account_id, id from orders')).length).toBeGreaterThan(0);
  await expect(look('select customer_name from orders')).rejects.toThrow('permission denied');
  await expect(look('select secrets from connections')).rejects.toThrow('permission denied');
  await expect(look('select 1 from order_payloads')).rejects.toThrow('permission denied');
  await expect(look('update orders set locked = true')).rejects.toThrow('permission denied');
});

test('an account that is set does not outlast its transaction', async () => {
  const { accountId } = await addAccount(own);
  const lone = await withoutPerson(
    own.database,
    accountId,
    async (tenant) => (await tenant.prepared<{ a: string }>('', 'select current_account() as a', []))[0]?.a,
  );
  expect(Number(lone)).toBe(accountId);
  for (let turn = 0; turn < 12; turn++)
    expect((await own.database.pool.query('select current_account() as a')).rows).toEqual([{ a: null }]);
});

test('an account sees when its own people were last seen, and nobody else', async () => {
  const [a, b] = [await addAccount(own), await addAccount(own)];
  const people = [a.userId, b.userId];
  await own.sql('insert into last_visits (user_id, at) select person, now() from unnest($1::bigint[]) as person', [people]);
  const asA = (text: string) => inTenant(own.database, a, (tenant) => tenant.prepared<{ user_id: number }>('', text, []));
  expect(await asA('select user_id from last_visits')).toEqual([{ user_id: a.userId }]);
  for (const statement of ['update last_visits set at = now()', 'delete from last_visits', 'insert into last_visits values (1, now())'])
    await expect(asA(statement), statement).rejects.toMatchObject({ code: '42501' });
  // Who has left is seen elsewhere.
  await own.sql('insert into former_members (account_id, user_id) values ($1, $2)', [a.accountId, a.userId]);
  await own.sql('delete from members where user_id = $1', [a.userId]);
  expect(await asA('select user_id from last_visits')).toEqual([]);
  expect((await own.database.pool.query('select user_id from last_visits')).rows).toEqual([]);
});
