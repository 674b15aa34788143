import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveAccount } from '../../bin/distribute/move-account.ts';
import { requireNoOldTransaction } from '../../bin/distribute/old-transactions.ts';
import { connected } from '../database.ts';
import { type Product, startProduct } from '../faults/product.ts';
import { runRound } from '../faults/round.ts';
import { onCluster } from '../start-database.ts';
import { citusUrl, createDistributed, type OnNodes } from './cluster.ts';

/** What is written may wait so long while an account moves. */
const longestPauseMs = 10_000;

// Skipped without CITUS_URL: the owner's address of a database of the coordinator that knows its nodes.
describe.skipIf(!citusUrl)('moving an account to another node, of those at CITUS_URL', () => {
  let database: OnNodes | undefined;
  let product: Product | undefined;
  const sql = (text: string, values: unknown[] = []) => onCluster(database?.url ?? '', text, values);
  beforeAll(async () => {
    database = await createDistributed();
    product = await startProduct(['test/faults/web.ts'], { everySeconds: 3, databaseUrl: database.url });
  }, 300_000);
  afterAll(async () => {
    await product?.stop();
    await database?.drop();
  });

  test('it does not begin where it would wait for a transaction that somebody left', async () => {
    const { accountId } = product?.seller ?? { accountId: 0 };
    const [before] = await sql(placeOf, [accountId]);
    const [other] = await sql(otherNodes, [before?.node]);
    const there = new URL(database?.url ?? '');
    there.host = String(before?.node);
    const client = await connected(database?.url ?? '');
    await onCluster(there.href, `begin; select txid_current(); prepare transaction 'left'`);
    try {
      const why = () => requireNoOldTransaction(client, 3).then(String, ({ message }) => message);
      await expect.poll(why).toMatch(/run there: rollback prepared 'left';$/);
      await expect(moveAccount(database?.url ?? '', accountId, String(other?.node), () => undefined, 3)).rejects.toThrow(/would wait/);
    } finally {
      await onCluster(there.href, `rollback prepared 'left'`);
      await client.end();
    }
    expect(await sql(placeOf, [accountId])).toEqual([before]);
  });

  test('its orders flow all the while, nothing is lost, and what is written waits for a moment', { timeout: 600_000 }, async () => {
    if (!product) throw new Error('There is no product.');
    const { accountId } = product.seller;
    const [before] = await sql(placeOf, [accountId]);
    const others = await sql(otherNodes, [before?.node]);
    const to = String(others[0]?.node);
    const moves: string[] = [];
    const hashes = async () => Number((await sql(hashesAt, [before?.node]))[0]?.hashes);
    const all = await hashes();
    const writes = watchWrites(() => sql(touch, [accountId]));
    const move = { name: 'a move', strike: () => moveAccount(database?.url ?? '', accountId, to, (line) => void moves.push(line)) };
    const { verdict, seconds } = await runRound(product, move, 'M', { orders: 100, perSecond: 5, booked: 5, bought: 5 }, 240_000);
    const longest = await writes.end();
    expect(moves.at(-1)).toMatch(new RegExp(`was moved to ${to}\\.$`));
    // Nobody else was moved.
    expect(await hashes()).toBe(all - 1);
    expect(verdict, Object.values(verdict).flat().join('\n')).toEqual({ lost: [], doubled: [], false: [] });
    expect(seconds).not.toBeNull();
    expect((await sql(placeOf, [accountId]))[0]?.node).toBe(to);
    expect(longest).toBeLessThan(longestPauseMs);
    expect(product.crashes()).toBe(0);
  });
});

/** The node of an account's orders. */
const placeOf = `select n.nodename || ':' || n.nodeport as node from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
  where p.shardid = get_shard_id_for_distribution_column('orders', $1::bigint)`;
const otherNodes = `select nodename || ':' || nodeport as node from pg_dist_node
  where isactive and groupid <> 0 and nodename || ':' || nodeport <> $1 order by nodeport`;
const hashesAt = `select sum(s.shardmaxvalue::bigint - s.shardminvalue::bigint + 1) as hashes from pg_dist_shard s
  join pg_dist_placement p on p.shardid = s.shardid join pg_dist_node n on n.groupid = p.groupid
  where s.logicalrelid = 'orders'::regclass and n.nodename || ':' || n.nodeport = $1`;
const touch = 'update streams set every_seconds = every_seconds where account_id = $1';

/** Writes again and again. `end` returns the longest time in ms from one write that succeeded to the next. */
function watchWrites(write: () => Promise<unknown>) {
  let [isOver, longest, last] = [false, 0, performance.now()];
  const writing = (async () => {
    for (; !isOver; await pause(50)) {
      if (!(await write().then(Boolean, () => false))) continue;
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
  })();
  return {
    async end() {
      isOver = true;
      await writing;
      return Math.max(longest, performance.now() - last);
    },
  };
}
