import { describe, expect, onTestFinished, test } from 'vitest';
import { forward } from '../edges/forwarding.ts';
import { startProduct } from '../faults/product.ts';
import { runRound } from '../faults/round.ts';
import { onCluster } from '../start-database.ts';
import { citusUrl, createDistributed } from './cluster.ts';
import { confirmEach, follow } from './follower.ts';
import { serverAt } from './server.ts';
import {
  agree,
  bothAgree,
  departments,
  mayKill,
  patienceMs,
  portOf,
  saveOn,
  size,
  startTwoAccounts,
  web,
  withPort,
} from './two-accounts.ts';

describe.skipIf(!mayKill)('servers at CITUS_URL that are killed while orders flow', () => {
  test('a node that is killed three times and starts again: all sides agree', { timeout: 900_000 }, async () => {
    const database = await createDistributed();
    onTestFinished(database.drop, patienceMs);
    const [struck, other] = await startTwoAccounts(database.url);
    const node = await serverAt(withPort(citusUrl, struck.port));
    const strike = async () => {
      for (const _ of ['first', 'second', 'third']) {
        node.kill();
        await node.start();
      }
    };
    await bothAgree(struck.product, other.product, { name: 'kill -9 of a node', strike }, 'K');
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
    let confirmed: string[] = [];
    const strike = async () => {
      const saving = await saveOn(product);
      coordinator.kill();
      const names = saving.end();
      await follower.promote();
      await onCluster(
        follower.url,
        `select citus_update_node(nodeid, nodename, ${portOf(follower.url)}) from pg_dist_node where groupid = 0`,
      );
      address.moveTo(portOf(follower.url));
      confirmed = await names;
    };
    agree(await runRound(product, { name: 'the coordinator is lost', strike }, 'C', size, 300_000));
    expect(await departments(product)).toEqual(expect.arrayContaining(confirmed));
    const compared = `select id from runs where account_id = $1 and kind = 'comparison'`;
    expect(await product.read(compared, [product.seller.accountId])).toEqual([]);
  });
});
