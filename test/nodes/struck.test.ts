import { describe, expect, onTestFinished, test } from 'vitest';
import { forward } from '../edges/forwarding.ts';
import { startProduct } from '../faults/product.ts';
import { type Result, runRound } from '../faults/round.ts';
import { onCluster } from '../start-database.ts';
import { citusUrl, createDistributed, nextAccountElsewhere, nodesOfAccounts } from './cluster.ts';
import { confirmEach, follow } from './follower.ts';
import { serverAt } from './server.ts';

const size = { orders: 30, perSecond: 2, booked: 3, bought: 3 };
const undisturbed = { name: 'none', strike: async () => undefined };
const portOf = (url: string) => Number(new URL(url).port);
const withPort = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href;
const patienceMs = 120_000;
const web = ['test/faults/web.ts'];

function agree({ verdict, seconds }: Result): void {
  expect(verdict, Object.values(verdict).flat().join('\n')).toEqual({ lost: [], doubled: [], false: [] });
  expect(seconds).not.toBeNull();
}

// Kills the servers at CITUS_URL, which have to be of this machine: so it is asked for by itself.
describe.skipIf(!citusUrl || process.env.CITUS_STRIKES !== '1')('servers at CITUS_URL that are killed while orders flow', () => {
  test('a node that is killed three times and starts again: all sides agree', { timeout: 900_000 }, async () => {
    const database = await createDistributed();
    onTestFinished(database.drop, patienceMs);
    const product = await startProduct(web, { everySeconds: 3, databaseUrl: database.url });
    onTestFinished(product.stop, patienceMs);
    await onCluster(database.url, nextAccountElsewhere, [product.seller.accountId]);
    const other = await product.beside('example.org');
    const [first] = await onCluster(database.url, nodesOfAccounts, [[product.seller.accountId]]);
    const node = await serverAt(withPort(citusUrl, Number(first?.node)));
    const strike = async () => {
      for (const _ of ['first', 'second', 'third']) {
        node.kill();
        await node.start();
      }
    };
    const rounds = [
      runRound(product, { name: 'kill -9 of a node', strike }, 'K', size, 300_000),
      runRound(other, undisturbed, 'L', size, 300_000),
    ];
    for (const result of await Promise.all(rounds)) agree(result);
    expect(product.crashes()).toBe(0);
  });

  test('the coordinator is lost, its standby is promoted: nothing that was confirmed is lost', { timeout: 900_000 }, async () => {
    const { url, drop } = await createDistributed();
    onTestFinished(drop, patienceMs);
    const coordinator = await serverAt(url);
    const [address, follower] = [await forward(portOf(url)), await follow(url, coordinator)];
    onTestFinished(async () => {
      await follower.stop();
      await address.stop();
      await coordinator.start();
      await confirmEach(url, '');
    }, patienceMs);
    const product = await startProduct(web, { everySeconds: 3, databaseUrl: withPort(url, address.port) });
    onTestFinished(product.stop, patienceMs);
    const { seller, read } = product;
    const confirmed: string[] = [];
    const strike = async () => {
      let goesOn = true;
      const saving = (async () => {
        for (let at = 1; goesOn; at++) {
          const name = `Team ${at}`;
          await seller.call('POST', '/api/departments', { name }).then(
            () => confirmed.push(name),
            () => undefined,
          );
        }
      })();
      await expect.poll(() => confirmed.length, { timeout: 30_000 }).toBeGreaterThan(5);
      coordinator.kill();
      goesOn = false;
      await follower.promote();
      await onCluster(
        follower.url,
        `select citus_update_node(nodeid, nodename, ${portOf(follower.url)}) from pg_dist_node where groupid = 0`,
      );
      address.moveTo(portOf(follower.url));
      await saving;
    };
    agree(await runRound(product, { name: 'the coordinator is lost', strike }, 'C', size, 300_000));
    const names = await read<{ name: string }>('select name from departments where account_id = $1', [seller.accountId]);
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(confirmed));
    expect(await read(`select id from runs where account_id = $1 and kind = 'comparison'`, [seller.accountId])).toEqual([]);
  });
});
