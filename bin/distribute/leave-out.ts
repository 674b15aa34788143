import pg from 'pg';
import { Stop } from '../stop.mjs';
import { requireCitus } from './require.ts';

type Node = { id: number; host: string; port: number; active: boolean; replies: boolean };
type Say = (line: string) => void;

/**
 * `crossdock leave-out`: has the coordinator do without a node that is lost, so that accounts on the others go on. What one part of a
 * statement finds and another part inserts, the engine sends to every node that it takes for active, used there or not. Its own command,
 * `citus_disable_node`, refuses a node that has the only copy of any rows.
 * @throws Stop with one sentence where it cannot be.
 */
export const leaveOut = (databaseUrl: string, address: string, say: Say): Promise<void> =>
  onCoordinator(databaseUrl, async (client) => {
    const node = await nodeAt(client, address);
    if (!node.active) return say(`${address} is left out already.`);
    if (node.replies) throw new Stop(`${address} replies, so it is not left out.`);
    await client.query('update pg_dist_node set isactive = false where nodeid = $1', [node.id]);
    say(`${address} is left out. Its accounts wait; take it back as soon as it replies.`);
  });

/**
 * `crossdock take-back`: has the coordinator use a node again that was left out. The tables that every node has are brought there as they
 * are by now, and changes that were decided while it was lost are ended there.
 * @throws Stop with one sentence where it cannot be.
 */
export const takeBack = (databaseUrl: string, address: string, say: Say): Promise<void> =>
  onCoordinator(databaseUrl, async (client) => {
    const node = await nodeAt(client, address);
    if (!node.replies) throw new Stop(`${address} does not reply yet, so it is not taken back.`);
    if (!node.active) await bringUpToDate(client, databaseUrl, node);
    await client.query('select recover_prepared_transactions()');
    say(`${address} is in use. Its accounts go on.`);
  });

async function bringUpToDate(client: pg.Client, databaseUrl: string, node: Node): Promise<void> {
  await client.query('begin');
  const { rows: tables } = await client.query<{ name: string; shard: string; columns: string }>(tablesOfEveryNode);
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in share mode`);
  const there = new pg.Client({ connectionString: addressOf(databaseUrl, node) });
  await there.connect();
  try {
    await there.query('set citus.enable_manual_changes_to_shards = on; set citus.override_table_visibility = off');
    await there.query('begin');
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
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'crossdock-nodes' });
  await client.connect();
  try {
    await requireCitus(client);
    await work(client);
  } finally {
    await client.end();
  }
}

async function nodeAt(client: pg.Client, address: string): Promise<Node> {
  const { rows } = await client.query<Node>(
    `select nodeid as id, nodename as host, nodeport as port, isactive as active, citus_check_connection_to_node(nodename, nodeport) as replies
     from pg_dist_node where noderole = 'primary' and groupid <> 0 and nodename || ':' || nodeport = $1`,
    [address],
  );
  if (!rows[0]) throw new Stop(`${address} is no node of this database.`);
  return rows[0];
}

function addressOf(databaseUrl: string, { host, port }: Node): string {
  const address = new URL(databaseUrl);
  address.hostname = host;
  address.port = String(port);
  return address.href;
}
