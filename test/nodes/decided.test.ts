import { describe, expect, onTestFinished, test } from 'vitest';
import { leaveOut, takeBack } from '../../bin/distribute/leave-out.ts';
import { addAccount } from '../build.ts';
import { distributedDatabase } from '../database.ts';
import { forward } from '../edges/forwarding.ts';
import { onCluster } from '../start-database.ts';
import { nodesOfAccounts } from './cluster.ts';
import { serverAt } from './server.ts';
import { mayKill, patienceMs, withPort } from './two-accounts.ts';

const silent = () => undefined;

describe.skipIf(!mayKill)('a node at CITUS_URL that is killed between the two halves of a commit', () => {
  const own = distributedDatabase();

  test('what was decided without it is ended there before it is taken back', async () => {
    const { accountId, userId } = await addAccount(own);
    const [placed] = await own.sql<{ node: number }>(nodesOfAccounts, [[accountId]]);
    const port = placed?.node ?? 0;
    const there = withPort(own.url, port);
    const [node, way] = [await serverAt(there), await forward(port)];
    onTestFinished(way.stop);
    await own.sql('select citus_update_node(nodeid, nodename, $1) from pg_dist_node where nodeport = $2', [way.port, port]);
    const address = `127.0.0.1:${way.port}`;

    const isPrepared = way.breakAt('COMMIT PREPARED');
    const change = onCluster(
      own.url,
      `begin; update users set name = 'Decided' where id = ${userId};
       insert into departments (account_id, name) values (${accountId}, 'Decided'); commit`,
    );
    await isPrepared;
    way.cut();
    node.kill();
    onTestFinished(node.start, patienceMs);
    await change;
    await leaveOut(own.url, address, silent);
    await own.sql(`update users set name = 'Renamed' where id = $1`, [userId]);

    await node.start();
    way.leadTo(port);
    const left = () => onCluster(there, 'select 1 from pg_prepared_xacts where database = current_database()');
    expect(await left()).toHaveLength(1);
    await takeBack(own.url, address, silent, 60_000);
    expect(await left()).toEqual([]);
    expect(await own.sql('select name from departments where account_id = $1', [accountId])).toEqual([{ name: 'Decided' }]);
    const names = await own.sql<{ result: string }>(
      `select result from run_command_on_placements('users', 'select name from %s where id = ${userId}')`,
    );
    expect(names.map(({ result }) => result)).toEqual(['Renamed', 'Renamed', 'Renamed']);
  });
});
