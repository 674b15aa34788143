import { describe, expect, onTestFinished, test } from 'vitest';
import { leaveOut, takeBack } from '../../bin/distribute/leave-out.ts';
import { onCluster } from '../start-database.ts';
import { createDistributed } from './cluster.ts';
import { confirmEach, follow } from './follower.ts';
import { serverAt } from './server.ts';
import { bothAgree, departments, mayKill, patienceMs, portOf, saveOn, startTwoAccounts, withPort } from './two-accounts.ts';

const silent = () => undefined;

describe.skipIf(!mayKill)('a node at CITUS_URL that is lost for good while orders flow: its standby takes its place', () => {
  test.each([
    { when: 'at once', isLeftOut: false },
    { when: 'once the node was left out', isLeftOut: true },
  ])('$when, and nothing that was confirmed is lost', { timeout: 900_000 }, async ({ isLeftOut }) => {
    const { url, drop } = await createDistributed();
    onTestFinished(drop, patienceMs);
    const [first] = await onCluster(url, 'select nodeport as port from pg_dist_node where groupid <> 0 order by groupid limit 1');
    const lost = withPort(url, Number(first?.port));
    const node = await serverAt(lost);
    const follower = await follow(lost, node);
    onTestFinished(async () => {
      await follower.stop();
      await node.start();
      await confirmEach(lost, '');
    }, patienceMs);
    const accounts = await startTwoAccounts(url);
    const [struck, other] = [true, false].map((isLost) => accounts.find(({ port }) => (port === portOf(lost)) === isLost)?.product);
    if (!struck || !other) throw new Error('There are no two accounts.');
    let confirmed: string[] = [];
    const strike = async () => {
      const saving = await saveOn(struck);
      node.kill();
      const names = saving.end();
      if (isLeftOut) {
        await leaveOut(url, `127.0.0.1:${portOf(lost)}`, silent);
        // A table that every node has.
        await other.read(`update users set name = 'Renamed' where id = (select min(user_id) from members)`);
      }
      await follower.promote();
      await onCluster(
        url,
        `select citus_update_node(nodeid, nodename, ${portOf(follower.url)}) from pg_dist_node where nodeport = ${portOf(lost)}`,
      );
      if (isLeftOut) await takeBack(url, `127.0.0.1:${portOf(follower.url)}`, silent, 60_000);
      confirmed = await names;
    };
    await bothAgree(struck, other, { name: 'a node is lost for good', strike }, 'R');
    expect(await departments(struck)).toEqual(expect.arrayContaining(confirmed));
    const renamed = await other.read<{ result: string }>(
      `select result from run_command_on_placements('users', 'select count(*) from %s where name = ''Renamed''')`,
    );
    expect(renamed.map(({ result }) => result)).toEqual(Array(3).fill(isLeftOut ? '1' : '0'));
  });
});
