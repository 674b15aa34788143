import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../app/base/worker-context.ts';
import { keepRunning } from '../../app/runner.ts';
import { ownerPool, testDatabase } from '../database.ts';
import { forward } from '../edges/forwarding.ts';
import { quietLog } from '../shop/quiet.ts';
import { overNetwork } from '../start-database.ts';

const own = testDatabase();

test('a queue whose first statement found no database takes jobs all the same once there is one', async () => {
  const url = overNetwork(own.url);
  const way = await forward(Number(url.port));
  url.port = String(way.port);
  const queue = ownerPool(url.href, 6);
  const { log, warnings } = quietLog();
  const broken = way.breakAt('_private_tasks as tasks (identifier)');
  const runner = await keepRunning({ database: own.database, log } as unknown as Engine, queue, 2);
  onTestFinished(async () => {
    await runner.stop();
    await queue.end();
    await way.stop();
  });
  await broken;
  await own.sql(`select graphile_worker.add_job('account:tidy', '{}')`);
  await expect.poll(() => own.sql('select from graphile_worker._private_jobs where attempts = 0')).toEqual([]);
  expect(warnings.filter((line) => line.includes('starting it again'))).toHaveLength(1);
});
