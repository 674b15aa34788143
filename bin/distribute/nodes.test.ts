import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount } from '../../test/build.ts';
import { connected, testDatabase } from '../../test/database.ts';
import { takeBack } from './leave-out.ts';
import { moveAccount } from './move-account.ts';

const own = testDatabase();
let address: string;
let accountId: number;

/**
 * The engine's tables and functions as far as these commands ask them: the database is its own only node, which has its part of `users` as
 * `users_1`. Whoever is called "decided" has a transaction in hand that the engine would end on a node in use.
 */
const engine = `
  create table pg_dist_node (nodeid int, groupid int, nodename text, nodeport int, isactive boolean, noderole text, shouldhaveshards boolean,
    hasmetadata boolean default true, metadatasynced boolean default true);
  create table pg_dist_partition (logicalrelid regclass, partmethod "char");
  create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text, shardmaxvalue text);
  create table pg_dist_placement (shardid bigint, groupid int);
  create table users_1 (like users including all);
  create table on_all_nodes (command text);
  insert into pg_dist_partition values ('users', 'n');
  insert into pg_dist_shard values ('users', 1, null, null), ('orders', 2, '0', '0');
  insert into pg_dist_placement values (1, 1), (2, 1);
  create function citus_check_connection_to_node(text, int) returns boolean language sql as 'select true';
  create function shard_name(regclass, bigint) returns text language sql as $$ select $1::text || '_' || $2 $$;
  create function get_shard_id_for_distribution_column(text, bigint) returns bigint language sql as 'select 2::bigint';
  create function run_command_on_all_nodes(text) returns table (result text, success boolean) language sql as
    $$ insert into on_all_nodes values ($1); select 'done', true $$;
  create function recover_prepared_transactions() returns int language sql as $$
    select count(pg_terminate_backend(pid))::int from pg_stat_activity
    where application_name = 'decided' and exists (select from pg_dist_node where isactive) $$`;

beforeAll(async () => {
  await own.sql(engine);
  const { hostname, port } = new URL(own.url);
  address = `${hostname}:${port}`;
  await own.sql(`insert into pg_dist_node values (1, 1, $1, $2, false, 'primary', true)`, [hostname, Number(port)]);
  accountId = (await addAccount(own)).accountId;
});
beforeEach(() => own.sql('update pg_dist_node set isactive = false'));

/** Somebody who has a row of the node's part of `users` in hand. */
async function inHand(name: string): Promise<void> {
  const client = await connected({ connectionString: own.url, application_name: name });
  await own.sql(`delete from users_1; insert into users_1 (name, email) values ('Former', 'former@example.com')`);
  await client.query(`begin; update users_1 set name = 'Changed'`);
}

const isActive = async () => (await own.sql<{ isactive: boolean }>('select isactive from pg_dist_node'))[0]?.isactive;

test('a node is taken back where a transaction was left there that has been decided: that is ended before its rows are written', async () => {
  await inHand('decided');
  const said: string[] = [];
  await takeBack(own.url, address, (line) => said.push(line));
  expect([said, await isActive()]).toEqual([[`${address} is in use. Its accounts go on.`], true]);
  expect(await own.sql('select * from users_1')).toEqual(await own.sql('select * from users'));
});

test('a node is not taken back while somebody has a row in hand that would be written: it says so, and nothing is changed', async () => {
  await inHand('somebody');
  await expect(takeBack(own.url, address, () => undefined, 50)).rejects.toThrow(/has rows in hand .* so the node is not taken back/);
  expect([await isActive(), await own.sql('select name from users_1')]).toEqual([false, [{ name: 'Former' }]]);
});

test('a node is not taken back while another has not heard where it is now', async () => {
  await own.sql(`insert into pg_dist_node values (2, 2, 'other', 5432, true, 'primary', true, true, false)`);
  await expect(takeBack(own.url, address, () => undefined, 50)).rejects.toThrow('other:5432 was not told of the nodes');
  await own.sql('update pg_dist_node set metadatasynced = true');
  await takeBack(own.url, address, () => undefined);
  expect(await own.sql('select nodeid from pg_dist_node where isactive order by 1')).toEqual([{ nodeid: 1 }, { nodeid: 2 }]);
  await own.sql('delete from pg_dist_node where nodeid = 2');
});

test('an account that an interrupted move has brought to a node gets the names and statistics of its parts there', async () => {
  await own.sql('update pg_dist_node set isactive = true');
  const said: string[] = [];
  await moveAccount(own.url, accountId, address, (line) => said.push(line));
  expect(said).toEqual([expect.stringMatching(`is at ${address}.$`)]);
  const told = await own.sql<{ command: string }>('select command from on_all_nodes');
  expect(told.map(({ command }) => /give_first_statistics|create or replace view/.exec(command)?.[0])).toEqual([
    'give_first_statistics',
    'create or replace view',
  ]);
});
