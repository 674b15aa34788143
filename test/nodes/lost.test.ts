import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveOut, takeBack } from '../../bin/distribute/leave-out.ts';
import { type Product, startProduct } from '../faults/product.ts';
import { runRound } from '../faults/round.ts';
import { onCluster } from '../start-database.ts';
import { citusUrl, createDistributed, nextAccountElsewhere, nodesOfAccounts, type OnNodes } from './cluster.ts';

// Skipped without CITUS_URL: the owner's address of a database of the coordinator that knows its nodes.
describe.skipIf(!citusUrl)('a node that is lost while orders flow, of those at CITUS_URL', () => {
  let database: OnNodes | undefined;
  let accounts: [Product, Product] | undefined;
  beforeAll(async () => {
    database = await createDistributed();
    const first = await startProduct(['test/faults/web.ts'], { everySeconds: 3, databaseUrl: database.url });
    await onCluster(database.url, nextAccountElsewhere, [first.seller.accountId]);
    accounts = [first, await first.beside('example.org')];
  }, 300_000);
  afterAll(async () => {
    await accounts?.[0].stop();
    await database?.drop();
  });

  test('orders of accounts on others go on meanwhile, its own when it is back, and all sides agree', { timeout: 1_000_000 }, async () => {
    if (!accounts) throw new Error('There is no product.');
    const [here, there] = accounts;
    const nodes = await onCluster(database?.url ?? '', nodesOfAccounts, [accounts.map(({ seller }) => seller.accountId)]);
    const [kept, lost] = nodes.map(({ node }) => Number(node));
    expect(kept).not.toBe(lost);
    let orders = 0;
    const strike = async () => {
      const open = await database?.shut(lost ?? 0);
      await leaveOut(database?.url ?? '', `127.0.0.1:${lost}`, () => undefined);
      // A table that every node has.
      await here.read(`update users set name = 'Renamed' where id = (select min(user_id) from members)`);
      const before = await shipped(here);
      await expect.poll(async () => (orders = (await shipped(here)) - before), { timeout: 120_000 }).toBeGreaterThanOrEqual(5);
      await open?.();
      await takeBack(database?.url ?? '', `127.0.0.1:${lost}`, () => undefined);
    };
    const size = { orders: 30, perSecond: 2, booked: 3, bought: 3 };
    const rounds = await Promise.all([
      runRound(here, { name: 'none', strike: async () => undefined }, 'H', size, 420_000),
      runRound(there, { name: 'a node is lost', strike }, 'T', size, 420_000),
    ]);
    for (const { verdict, seconds } of rounds) {
      expect(verdict, Object.values(verdict).flat().join('\n')).toEqual({ lost: [], doubled: [], false: [] });
      expect(seconds).not.toBeNull();
    }
    const names = await here.read<{ result: string }>(
      `select result from run_command_on_placements('users', 'select min(name) from %s where name = ''Renamed''')`,
    );
    expect(names.map(({ result }) => result)).toEqual(['Renamed', 'Renamed', 'Renamed']);
    expect(orders).toBeGreaterThanOrEqual(5);
    expect(here.crashes()).toBe(0);
  });
});

async function shipped({ read, seller }: Product): Promise<number> {
  const [row] = await read<{ n: number }>(`select count(*)::int as n from orders where account_id = $1 and order_status = 'shipped'`, [
    seller.accountId,
  ]);
  return row?.n ?? 0;
}
