import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { sweepComparisons } from '../../app/engine/comparisons/sweep.ts';
import { readTotals } from '../../app/engine/gauges/read.ts';
import { sweep, tick } from '../../app/engine/tick.ts';
import { sweepSubscriptions } from '../../app/shared/connections/webhooks/subscribing.ts';
import { dueSubscriptions } from '../../app/shared/webhooks/delivering/round.ts';
import { numberEvents } from '../../app/shared/webhooks/events/number.ts';
import { againSoon } from '../../platform/nodes/again-soon.ts';
import { unlessLost } from '../../platform/nodes/unless-lost.ts';
import { acrossAccounts } from '../../platform/tenant.ts';
import { addAccount } from '../build.ts';
import { countedStatements } from '../counted-statements.ts';
import { testDatabase } from '../database.ts';
import { addConnection, addOrder } from '../shop/rows.ts';

const own = testDatabase();
let here: number;
let there: number;

/** Two nodes of one database, of which a test loses the second: whoever reads its rows is told what the coordinator of several says. */
beforeAll(async () => {
  [here, there] = [(await addAccount(own)).accountId, (await addAccount(own)).accountId];
  await own.sql(`create table lost (account_id bigint)`);
  await own.sql(`grant select on lost to crossdock_scheduler`);
  await own.sql(`create or replace function node_of(account bigint) returns text language sql stable as 'select ''node '' || account'`);
  await own.sql(`create function replies(account bigint) returns boolean language plpgsql cost 10000 as $$ begin
    if exists (select from lost where account_id = account) then
      raise connection_failure using message = 'connection to the remote node failed';
    end if;
    return true;
  end $$`);
  for (const table of [
    'connections',
    'streams',
    'orders',
    'outbox',
    'words_due',
    'comparisons',
    'event_subscriptions',
    'events',
    'issue_tallies',
  ])
    await own.sql(`create policy reached on ${table} as restrictive for select to crossdock_scheduler using (replies(account_id))`);
  for (const accountId of [here, there]) {
    const connection = await addConnection(own, accountId);
    await addOrder(own, accountId, connection, { checked_at: null });
    await own.sql(`insert into streams (account_id, connection_id, stream) values ($1, $2, 'orders')`, [accountId, connection]);
    await own.sql(`insert into outbox (account_id, connection_id, kind, key) values ($1, $2, 'stock', 'one')`, [accountId, connection]);
  }
});
afterEach(async () => {
  await own.sql('delete from lost');
  await own.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
});

const everything = async () => {
  const { database } = own;
  await tick(database);
  await sweep(database);
  await sweepComparisons(database);
  await sweepSubscriptions({ database, baseUrl: 'http://127.0.0.1' });
  await numberEvents(database);
  await dueSubscriptions(database, 10);
  await readTotals(database);
};
const jobsOf = async (accountId: number) => {
  const rows = await own.sql<{ name: string }>(
    `select distinct task_identifier as name from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
     where p.payload ->> 'accountId' = $1 order by 1`,
    [String(accountId)],
  );
  return rows.map(({ name }) => name);
};
const all = ['account:tidy', 'connections:subscribe', 'orders:check-missed', 'outbox:drain', 'stream:pull', 'words:index'];

test('what is due is looked for in one statement for all accounts, as long as every node replies', async () => {
  await everything();
  expect([await jobsOf(here), await jobsOf(there)]).toEqual([all, all]);
  expect(own.database.nodes.lost()).toEqual([]);
});

test('while a node is lost, what is due for accounts on the others is done, and its own when it is back', async () => {
  await own.sql('insert into lost values ($1)', [there]);
  await everything();
  expect([await jobsOf(here), await jobsOf(there)]).toEqual([all, []]);
  expect(own.database.nodes.lost()).toMatchObject([
    { node: `node ${there}`, accountIds: [there], why: 'connection to the remote node failed' },
  ]);
  await own.sql('delete from lost');
  await own.database.nodes.look();
  await everything();
  expect(await jobsOf(there)).toEqual(all);
});

test('an account on a lost node keeps no other from being shown', async () => {
  await own.sql('insert into lost values ($1)', [there]);
  const { nodes } = own.database;
  const ask = (accountId: number) =>
    unlessLost(nodes, accountId, () =>
      acrossAccounts(own.database, (db) => sql`select from connections where account_id = ${accountId}`.execute(db)),
    );
  expect(await ask(here)).toMatchObject({ done: { rows: [{}] } });
  for (const _ of ['found out', 'known']) expect(await ask(there)).toMatchObject({ lost: { node: `node ${there}` } });
  await own.sql('delete from lost');
  await nodes.look();
  expect(await ask(there)).toMatchObject({ done: { rows: [{}] } });
});

test('a job of a lost node is tried again within a minute, and of one that takes too long the attempts count', async () => {
  const work = againSoon(own.queue, own.database.nodes);
  const [job] = await own.sql<{ id: string }>(`select id from graphile_worker.add_job('account:tidy', '{}')`);
  const attemptsAfter = async (code: string) => {
    await own.sql('update graphile_worker._private_jobs set attempts = 9 where id = $1', [job?.id]);
    const failing = work(job?.id ?? '', () =>
      own.sql(`do $$ begin raise exception using errcode = '${code}'; end $$`).then(() => undefined),
    );
    await expect(failing).rejects.toMatchObject({ code });
    return (await own.sql('select attempts from graphile_worker._private_jobs where id = $1', [job?.id]))[0]?.attempts;
  };
  const tooLong = '57014';
  expect(await attemptsAfter(tooLong)).toBe(9);
  await own.sql('insert into lost values ($1)', [there]);
  expect(await attemptsAfter(tooLong)).toBe(4);
  expect(await attemptsAfter('22012')).toBe(9);
  await own.sql('delete from lost');
  await own.database.nodes.look();
});

test('what has to know of all accounts fails, and fails soon', async () => {
  await own.sql('insert into lost values ($1)', [there]);
  const ask = acrossAccounts(own.database, (db) => sql`select account_id from connections`.execute(db));
  await expect(ask).rejects.toThrow('connection to the remote node failed');
  await own.sql('delete from lost');
  await own.database.nodes.look();
});

test('a look for what is due takes as many statements as there are kinds of it', async () => {
  const { database, statements } = countedStatements(own, 'scheduler');
  await tick(database);
  expect(statements).toEqual(['begin', 'select', 'select', 'select', 'select', 'select', 'commit']);
  statements.length = 0;
  await sweep(database);
  expect(statements).toEqual(['begin', 'select', 'select', 'select', 'select', 'select', 'commit']);
});
