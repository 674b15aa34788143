import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDirectory } from '../../app/people/accounts/people/directory.ts';
import { createAccount, createSessionFor, createUser } from '../../app/people/accounts/people.ts';
import { sessionCookie } from '../../app/people/accounts/sessions/cookie.ts';
import { distribute } from '../../bin/distribute/distribute.ts';
import { placeOf } from '../../bin/distribute/places.ts';
import { type Query, readForeignKeys, readTables } from '../../bin/distribute/tables.ts';
import { migrate } from '../../platform/migrate.ts';
import { statementsOf } from '../../platform/migrations.ts';
import { connected } from '../database.ts';
import { fillAccount } from '../fill-account.ts';
import { onCluster } from '../start-database.ts';
import { citusUrl, createOnNodes, type OnNodes } from './cluster.ts';

// Skipped without CITUS_URL: the owner's address of a database of the coordinator that knows its nodes.
describe.skipIf(!citusUrl).each(['empty', 'filled'])('distributing a database that is %s, on the nodes at CITUS_URL', (kind) => {
  let database: OnNodes | undefined;
  const url = () => database?.url ?? '';
  const sql = ((statement: string) => onCluster(url(), statement)) as Query;
  const said = async (isPlanOnly = false) => {
    const lines: string[] = [];
    await distribute(url(), (line) => void lines.push(line), isPlanOnly);
    return lines;
  };
  /** A table of the coordinator refers to what that has of another: a table that it hides, with a number behind its name. */
  const foreignKeys = async () => {
    const shown = url().replace('options=', 'options=-c+citus.override_table_visibility%3Doff+');
    const keys = await readForeignKeys(((statement: string) => onCluster(shown, statement)) as Query);
    const plain = (name: string) => name.replace(/_\d{6,}$/, '');
    return [...new Set(keys.map(({ from, to, ...key }) => JSON.stringify({ from: plain(from), to: plain(to), ...key })))].toSorted();
  };
  const counts = async () => {
    const tables = (await readTables(sql)).map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`);
    return onCluster(url(), `${tables.join(' union all ')} order by 1`);
  };

  beforeAll(async () => {
    database = await createOnNodes();
    await migrate(url());
    if (kind === 'empty') return;
    for (const name of ['one', 'two', 'three']) await fill(url(), name);
  });
  afterAll(() => database?.drop());

  test('says what it will do, puts each table in its place and each row with it, and leaves it there', { timeout: 900_000 }, async () => {
    const [before, keys] = [await counts(), await foreignKeys()];
    const plan = await said(true);
    expect(plan[0]).toMatch(/nodes besides the coordinator\. 0 tables are in place, 1\d\d are to be moved\.$/);
    expect((await said()).at(-1)).toBe('Every table is in its place.');
    expect(await counts()).toEqual(before);
    const again = await said();
    expect(again[0]).toMatch(/1\d\d tables are in place, 0 are to be moved\.$/);
    expect(again.at(-1)).toBe('There was nothing to do.');
    expect(await counts()).toEqual(before);
    const kept = await onCluster(url(), 'select count(*)::int as count from pg_dist_partition');
    expect(kept[0]?.count).toBe((await readTables(sql)).filter((table) => placeOf(table) !== 'coordinator').length);
    expect(await foreignKeys()).toEqual(keys);
    expect(await onCluster(url(), unknownParts)).toEqual([{ parts: '' }, { parts: '' }]);
  });

  test('then a person is added with a password and signs in, and what is theirs is deleted with them', async () => {
    const directory = openDirectory(url(), 1);
    onTestFinished(() => directory.close());
    const accountId = await createAccount(directory, { name: 'New' });
    const olive = { email: 'olive@example.org', name: 'Olive', role: 'account_admin' as const, accountId, passwordHash: 'a hash' };
    const id = await createUser(directory, olive);
    await createSessionFor(directory, sessionCookie(['a key that is long enough for a cookie'], 'http://localhost'), id);
    const theirs = () =>
      onCluster(
        url(),
        'select user_id::int from sessions where user_id = $1 union all select user_id::int from sign_in_methods where user_id = $1',
        [id],
      );
    expect(await theirs()).toHaveLength(2);
    await onCluster(url(), 'delete from users where id = $1', [id]);
    expect(await theirs()).toEqual([]);
  });

  test('what a later migration adds is put in its place too', { timeout: 120_000 }, async () => {
    const client = await connected(url());
    for (const statement of statementsOf(laterMigration)) await client.query(statement);
    await client.end();
    const lines = await said();
    expect([lines[0], lines.at(-1)]).toEqual([expect.stringMatching(/, 1 are to be moved\.$/), 'Every table is in its place.']);
    const beside = await onCluster(url(), `select partmethod from pg_dist_partition where logicalrelid::text like 'later%'`);
    expect(beside).toEqual([{ partmethod: 'h' }]);
  });
});

const laterMigration = `
  begin;
  create table later (account_id bigint not null references accounts, id bigint generated always as identity, primary key (account_id, id));
  call make_tenant_table('later');
  create table later_visits (user_id bigint not null references users on delete cascade);
  alter table orders add later_note text;
  create function note_later() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger later before update on orders for each row execute function note_later();
  commit`;

/** Of each node, the parts of which the planner knows nothing: a join there could read all rows for each. */
const unknownParts = `
  select result as parts from run_command_on_workers($$
    select string_agg(shard_name(t.logicalrelid, s.shardid), ', ') from pg_dist_partition t
    join pg_dist_shard s on s.logicalrelid = t.logicalrelid join pg_dist_placement p on p.shardid = s.shardid
    where t.partmethod = 'h' and p.groupid = (select groupid from pg_dist_local_group)
      and not exists (select from pg_stats where tablename = shard_name(t.logicalrelid, s.shardid) and attname = 'account_id')$$)`;

async function fill(url: string, name: string): Promise<void> {
  const query = (statement: string, values: unknown[] = []) => onCluster(url, statement, values);
  const [account] = await query('insert into accounts (name) values ($1) returning id::int', [name]);
  const [person] = await query('insert into users (name, email) values ($1, $2) returning id::int', [name, `${name}@example.com`]);
  await fillAccount({ sql: query as never }, Number(account?.id), Number(person?.id), name);
}
