import type pg from 'pg';
import { nameParts } from '../../platform/nodes/parts.ts';
import { steadyClient } from '../../platform/steady.ts';
import { Stop } from '../stop.mjs';
import { addressOf, type Node, nodeAt } from './nodes.ts';
import { moverName, requireNoOldTransaction, requireNoOtherMove } from './old-transactions.ts';
import { requireCitus } from './require.ts';
import { giveStatistics } from './statistics.ts';

/** Where the rows of an account are. Others are in the same shards unless `from` and `until`, its hashes, are the same. */
type Place = { shard: string; from: number; until: number; node: Node };

/** Rows are copied while others are written. What is written waits only while the last of it is copied. */
const mode = 'force_logical';
/** The product's own transactions end sooner. */
const oldSeconds = 300;

/**
 * `crossdock move-account`: moves all rows of an account to a node, while web and worker processes go on. Where others are in the same
 * shards, these are split, and what is not the account's is moved back.
 *
 * All parts of a split go to the other node, because one that stays on its node has no primary keys when the engine begins to note what is
 * changed: an update or deletion at that time ends the replication of Citus 14.0 for good.
 * @param old a transaction that began so many seconds ago is not waited for
 * @throws Stop with one sentence where it cannot be.
 */
export async function moveAccount(
  databaseUrl: string,
  accountId: number,
  to: string,
  say: (line: string) => void,
  old = oldSeconds,
): Promise<void> {
  const client = steadyClient({ connectionString: databaseUrl, application_name: moverName });
  await client.connect();
  try {
    await requireCitus(client);
    // Where its process is killed the server takes it back, instead of going on for nobody.
    await client.query(`set client_connection_check_interval = '1s'`);
    const name = await nameOf(client, accountId);
    const node = await nodeAt(
      client,
      to,
      'isactive and shouldhaveshards',
      (others) => `${to} is no node that takes accounts. There are ${others}.`,
    );
    const before = await placeOf(client, accountId);
    const isThere = before.node.id === node.id;
    if (!isThere) {
      await requireNoOtherMove(client);
      await requireNoOldTransaction(client, old);
      await move(client, { accountId, name, before, node }, say);
    }
    // Also where it was moved before: who did so may have been interrupted ahead of these.
    await giveStatistics(client);
    await nameParts(client);
    say(isThere ? `${name} is at ${to}.` : `${name} was moved to ${to}.`);
  } finally {
    await client.end();
  }
}

type Move = { accountId: number; name: string; before: Place; node: Node };

async function move(client: pg.Client, { accountId, name, before, node }: Move, say: (line: string) => void): Promise<void> {
  if (before.from === before.until) return moveShard(client, before.shard, before.node, node);
  const [from, to] = [addressOf(before.node), addressOf(node)];
  say(`${name} is at ${from}, in shards that it shares with others: they are split and moved with it first.`);
  const others = await split(client, before, accountId, node);
  say(`${name} has shards of its own at ${to} now. The others, ${others.join(' and ')}, are moved back to ${from}.`);
  for (const shard of others) await moveShard(client, shard, node, before.node);
}

async function moveShard(client: pg.Client, shard: string, from: Node, to: Node): Promise<void> {
  await client.query('select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, $6)', [
    ...[shard, from.host, from.port],
    ...[to.host, to.port, mode],
  ]);
}

/** Splits the shards of an account from those of the others, all of them at a node. Returns those of the others. */
async function split(client: pg.Client, { shard, from, until }: Place, accountId: number, { id }: Node): Promise<string[]> {
  const { rows } = await client.query<{ hash: number }>('select worker_hash($1::bigint) as hash', [accountId]);
  const hash = Number(rows[0]?.hash);
  const points = [...(hash > from ? [hash - 1] : []), ...(hash < until ? [hash] : [])];
  await client.query('select citus_split_shard_by_split_points($1::bigint, $2::text[], $3::int[], $4)', [
    ...[shard, points, Array(points.length + 1).fill(id), mode],
  ]);
  const { rows: others } = await client.query<{ shard: string }>(
    `select shardid as shard from pg_dist_shard where logicalrelid = 'orders'::regclass
       and shardminvalue::int >= $1 and shardmaxvalue::int <= $2 and shardminvalue::int <> $3`,
    [from, until, hash],
  );
  return others.map((other) => other.shard);
}

async function nameOf(client: pg.Client, accountId: number): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from accounts where id = $1', [accountId]);
  if (!rows[0]) throw new Stop(`There is no account ${accountId}.`);
  return rows[0].name;
}

async function placeOf(client: pg.Client, accountId: number): Promise<Place> {
  const { rows } = await client.query<Omit<Place, 'node'> & Node>(
    `select s.shardid as shard, s.shardminvalue::int as from, s.shardmaxvalue::int as until, n.nodeid as id, n.nodename as host, n.nodeport as port,
       n.isactive as active
     from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid join pg_dist_node n on n.groupid = p.groupid
     where s.shardid = get_shard_id_for_distribution_column('orders', $1::bigint) and n.noderole = 'primary'`,
    [accountId],
  );
  const [row] = rows;
  if (!row) throw new Stop('Its orders are not distributed: run "node bin/crossdock.ts distribute" first.');
  const { shard, from, until, ...node } = row;
  return { shard, from, until, node };
}
