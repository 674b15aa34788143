import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { steadyClient } from '../../platform/steady.ts';
import { Stop } from '../stop.mjs';
import { addressOf, type Node, nodeAt } from './nodes.ts';
import { requireCitus } from './require.ts';

type Say = (line: string) => void;

/**
 * `crossdock leave-out`: has the coordinator do without a node that is lost, so that accounts on the others go on. What one part of a
 * statement finds and another part inserts, the engine sends to every node that it takes for active, used there or not. Its own command,
 * `citus_disable_node`, refuses a node that has the only copy of any rows.
 * @throws Stop with one sentence where it cannot be.
 */
export const leaveOut = (databaseUrl: string, address: string, say: Say): Promise<void> =>
  onCoordinator(databaseUrl, async (client) => {
    const node = await nodeIn(client, address);
    if (!node.active) return say(`${address} is left out already.`);
    if (await replies(client, node)) throw new Stop(`${address} replies, so it is not left out.`);
    await client.query('update pg_dist_node set isactive = false where nodeid = $1', [node.id]);
    say(`${address} is left out. Its accounts wait; take it back as soon as it replies.`);
  });

/** What is written to a table of every node is over sooner, and so is it, as a rule, that nodes hear of another's address. */
const patientMs = 10_000;

/**
 * `crossdock take-back`: has the coordinator use a node again that was left out. Changes that were decided while it was lost are ended there,
 * and the tables that every node has are brought there as they are by now.
 * @param patience for so long it waits for whoever has rows of these tables in hand, or has not heard where a node is now, in ms
 * @throws Stop with one sentence where it cannot be.
 */
export const takeBack = (databaseUrl: string, address: string, say: Say, patience = patientMs): Promise<void> =>
  onCoordinator(databaseUrl, async (client) => {
    const node = await nodeIn(client, address);
    if (!(await replies(client, node))) throw new Stop(`${address} does not reply yet, so it is not taken back.`);
    if (!node.active) {
      await endDecided(client, node);
      await requireAllToKnow(client, patience);
      await bringUpToDate(client, databaseUrl, node, patience).catch((error) => {
        throw (error as { code?: string }).code === notGot ? new Stop(somebodyHas(address)) : error;
      });
    }
    await client.query('select recover_prepared_transactions()');
    say(`${address} is in use. Its accounts go on.`);
  });

/** PostgreSQL's code for a lock that was waited for too long. */
const notGot = '55P03';
const somebodyHas = (address: string) =>
  `A transaction on the coordinator or on ${address} has rows in hand that are to be brought up to date, so the node is not taken back. ` +
  'End it (select * from pg_prepared_xacts, or pg_stat_activity, there), and try again.';

/**
 * What was prepared there and has been decided since would keep its rows from being brought up to date. The coordinator ends it on nodes
 * that are in use alone: so this one is, within a transaction that nobody sees and that is taken back.
 */
async function endDecided(client: pg.Client, node: Node): Promise<void> {
  await client.query('begin');
  await client.query('update pg_dist_node set isactive = true where nodeid = $1', [node.id]);
  await client.query('select recover_prepared_transactions()');
  await client.query('rollback');
}

/**
 * Of another address, as of a standby that was promoted, the engine tells the other nodes soon after, and locks no table until they know.
 * @throws Stop
 */
async function requireAllToKnow(client: pg.Client, patience: number): Promise<void> {
  for (const begun = Date.now(); ; await pause(100)) {
    const { rows } = await client.query<Pick<Node, 'host' | 'port'>>(
      'select nodename as host, nodeport as port from pg_dist_node where isactive and hasmetadata and not metadatasynced order by 1, 2',
    );
    if (rows.length === 0) return;
    if (Date.now() - begun > patience)
      throw new Stop(`${rows.map(addressOf).join(', ')} was not told of the nodes' addresses yet, so none is taken back. Try again.`);
  }
}

async function bringUpToDate(client: pg.Client, databaseUrl: string, node: Node, patience: number): Promise<void> {
  const waitNoLonger = `set local lock_timeout = ${patience}`;
  await client.query(`begin; ${waitNoLonger}`);
  const { rows: tables } = await client.query<{ name: string; shard: string; columns: string }>(tablesOfEveryNode);
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in share mode`);
  const there = steadyClient({ connectionString: urlAt(databaseUrl, node) });
  await there.connect();
  try {
    await there.query('set citus.enable_manual_changes_to_shards = on; set citus.override_table_visibility = off');
    await there.query(`begin; ${waitNoLonger}`);
    // What refers to these rows is left as it is.
    await there.query(`set local session_replication_role = 'replica'`);
    for (const { name, shard, columns } of tables) {
      const { rows } = await client.query<{ all: unknown }>(`select coalesce(jsonb_agg(to_jsonb(t)), '[]') as all from ${name} t`);
      await there.query(`delete from ${shard}`);
      await there.query(
        `insert into ${shard} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${shard}, $1)`,
        [JSON.stringify(rows[0]?.all)],
      );
    }
    await there.query('commit');
  } finally {
    await there.end();
  }
  await client.query('update pg_dist_node set isactive = true where nodeid = $1', [node.id]);
  await client.query('commit');
}

const tablesOfEveryNode = `
  select p.logicalrelid::regclass::text as name, shard_name(p.logicalrelid, s.shardid) as shard,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
     where a.attrelid = p.logicalrelid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_dist_partition p join pg_dist_shard s on s.logicalrelid = p.logicalrelid where p.partmethod = 'n' order by 1`;

async function onCoordinator(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = steadyClient({ connectionString: databaseUrl, application_name: 'crossdock-nodes' });
  await client.connect();
  try {
    await requireCitus(client);
    await work(client);
  } finally {
    await client.end();
  }
}

const nodeIn = (client: pg.Client, address: string): Promise<Node> =>
  nodeAt(client, address, 'groupid <> 0', () => `${address} is no node of this database.`);

async function replies(client: pg.Client, { host, port }: Node): Promise<boolean> {
  const { rows } = await client.query<{ replies: boolean }>('select citus_check_connection_to_node($1, $2) as replies', [host, port]);
  return rows[0]?.replies ?? false;
}

function urlAt(databaseUrl: string, { host, port }: Node): string {
  const address = new URL(databaseUrl);
  address.hostname = host;
  address.port = String(port);
  return address.href;
}
