import { expect, onTestFinished, test } from 'vitest';
import { connected, ownerPool, testDatabase } from '../../../test/database.ts';
import { dropIdleQueues } from './idle-queues.ts';

const own = testDatabase();

const queues = async () => {
  const rows = await own.sql<{ name: string }>(`select queue_name as name from graphile_worker._private_job_queues order by 1 limit 5`);
  return rows.map(({ name }) => name);
};
const addJob = `select graphile_worker.add_job('account:tidy', '{}', queue_name => $1)`;
const manyIdle = () =>
  own.sql(`insert into graphile_worker._private_job_queues (queue_name) select 'idle ' || n from generate_series(1, 250) n
    on conflict do nothing`);

test('queues without jobs are dropped where there are many, and none that a transaction under way gives a job', async () => {
  const pool = ownerPool(own.url, 1);
  const other = await connected(own.url);
  onTestFinished(async () => {
    await Promise.all([pool.end(), other.end()]);
  });
  await own.sql(addJob, ['busy']);
  await own.sql(`insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by) values ('locked', now(), 'somebody')`);
  await manyIdle();
  await other.query('begin');
  await other.query(addJob, ['idle 7']);
  await dropIdleQueues(pool);
  expect(await own.sql('select from graphile_worker._private_job_queues')).toHaveLength(252);
  await other.query('commit');
  await dropIdleQueues(pool);
  expect(await queues()).toEqual(['busy', 'idle 7', 'locked']);
});

test('few queues stay, and a job that was given up goes after a month', async () => {
  const pool = ownerPool(own.url, 1);
  onTestFinished(() => pool.end());
  await own.sql(addJob, ['given up']);
  await own.sql(addJob, ['given up lately']);
  await own.sql(`update graphile_worker._private_jobs j set attempts = max_attempts,
    updated_at = now() - case when q.queue_name = 'given up' then interval '31 days' else interval '29 days' end
    from graphile_worker._private_job_queues q where q.id = j.job_queue_id and q.queue_name like 'given up%'`);
  await dropIdleQueues(pool);
  const left = await own.sql(`select q.queue_name as name, count(j.id)::int as jobs from graphile_worker._private_job_queues q
    left join graphile_worker._private_jobs j on j.job_queue_id = q.id where q.queue_name like 'given up%' group by 1 order by 1`);
  expect(left).toEqual([
    { name: 'given up', jobs: 0 },
    { name: 'given up lately', jobs: 1 },
  ]);
});
