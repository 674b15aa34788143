import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Log } from '../../platform/log.ts';
import { testDatabase } from '../../test/database.ts';
import { quietLog } from '../../test/shop/quiet.ts';
import { keepAlive } from './heartbeat.ts';

const own = testDatabase();

const holderOf = async (queue: string) => {
  const [row] = await own.sql<{ locked_by: string | null }>(
    'select locked_by from graphile_worker._private_job_queues where queue_name = $1',
    [queue],
  );
  return row?.locked_by;
};

/** A queue that a worker holds, with a job that has waited in it for a minute. */
async function held(queue: string, worker: string): Promise<void> {
  await own.sql('insert into workers (id) values ($1) on conflict do nothing', [worker]);
  await own.sql(`select graphile_worker.add_job('account:tidy', '{}', queue_name => $1)`, [queue]);
  await own.sql(
    `update graphile_worker._private_jobs set created_at = now() - interval '1 minute' where job_queue_id = (
      select id from graphile_worker._private_job_queues where queue_name = $1)`,
    [queue],
  );
  await own.sql('update graphile_worker._private_job_queues set locked_by = $2, locked_at = now() where queue_name = $1', [queue, worker]);
}

function beating() {
  const { log, warnings } = quietLog();
  const queue = new pg.Pool({ connectionString: own.url, max: 1 });
  const heart = keepAlive(own.database, queue, 'a third one', log as unknown as Log);
  onTestFinished(async () => {
    await heart.stop();
    await queue.end();
  });
  return warnings;
}

test('a queue that an idle worker was left with is freed, and one whose job runs is not', async () => {
  await held('stuck', 'idle');
  await held('running', 'busy');
  await own.sql(
    `update graphile_worker._private_jobs set locked_by = 'busy', locked_at = now() where job_queue_id = (
      select id from graphile_worker._private_job_queues where queue_name = 'running')`,
  );
  const warnings = beating();
  await expect.poll(() => holderOf('stuck')).toBeNull();
  expect(await holderOf('running')).toBe('busy');
  expect(warnings.join()).toContain('freed the queues of idle workers');
});
