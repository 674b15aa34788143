import { expect, onTestFinished, test } from 'vitest';
import type { Log } from '../../../platform/log.ts';
import { ownerPool, testDatabase } from '../../../test/database.ts';
import { quietLog } from '../../../test/shop/quiet.ts';
import { keepAlive } from './heartbeat.ts';

const own = testDatabase();

const holderOf = async (queue: string) => {
  const [row] = await own.sql<{ locked_by: string | null }>(
    'select locked_by from graphile_worker._private_job_queues where queue_name = $1',
    [queue],
  );
  return row?.locked_by;
};

/** A queue that a worker holds which goes on beating, with a job that has waited in it for a minute. */
async function held(queue: string, worker: string): Promise<void> {
  await own.sql(`insert into workers (id, beat_at) values ($1, now() + interval '1 hour') on conflict do nothing`, [worker]);
  await own.sql(`select graphile_worker.add_job('account:tidy', '{}', queue_name => $1)`, [queue]);
  await own.sql(
    `update graphile_worker._private_jobs set created_at = now() - interval '1 minute' where job_queue_id = (
      select id from graphile_worker._private_job_queues where queue_name = $1)`,
    [queue],
  );
  await own.sql('update graphile_worker._private_job_queues set locked_by = $2, locked_at = now() where queue_name = $1', [queue, worker]);
}

function beating(running: string[] = []) {
  const { log, warnings } = quietLog();
  const queue = ownerPool(own.url, 1);
  const heart = keepAlive(own.database, queue, 'a third one', log as unknown as Log, new Map(running.map((id) => [id, id])));
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
  await expect.poll(() => warnings.join()).toContain('freed queues without a running job');
});

test('a beat that is under way is waited for at the stop', async () => {
  const { log, warnings } = quietLog();
  const queue = ownerPool(own.url, 1);
  const busy = await queue.connect();
  const heart = keepAlive(own.database, queue, 'stopping', log as unknown as Log, new Map());
  const rows = () => own.sql(`select from workers where id = 'stopping'`);
  await expect.poll(rows).toHaveLength(1);
  let isStopped = false;
  const stopped = heart.stop().then(() => {
    isStopped = true;
  });
  for (let asked = 0; asked < 20; asked++) await rows();
  expect(isStopped).toBe(false);
  busy.release();
  await stopped;
  await queue.end();
  expect([await rows(), warnings.filter((line) => line.startsWith('heartbeat'))]).toEqual([[], []]);
});

/** A job with a key that a worker runs which was killed a minute ago. */
async function cutOff(worker: string, key: string): Promise<void> {
  await enqueue(key);
  await own.sql(
    `with row as (insert into workers (id, beat_at) values ($1, now() - interval '1 minute'))
     update graphile_worker._private_jobs set attempts = attempts + 1, locked_by = $1, locked_at = now() - interval '1 minute'
       where key = $2`,
    [worker, key],
  );
}

const enqueue = (key: string) =>
  own.sql('select enqueue_jobs($1, $2, $3, $4, $5)', [['account:tidy'], ['{"accountId":1}'], [key], [key], [null]]);
const jobsIn = (queue: string) =>
  own.sql(
    `select attempts, locked_by, is_available from graphile_worker._private_jobs where job_queue_id = (
    select id from graphile_worker._private_job_queues where queue_name = $1) order by id`,
    [queue],
  );

test('a killed worker is reported once, its row goes, and its jobs run again without an attempt counted', async () => {
  await own.sql(`insert into workers (id, beat_at) values ('killed idle', now() - interval '1 minute')`);
  await cutOff('killed', 'cut');
  const warnings = [beating(), beating()];
  const alive = () => own.sql('select id from workers where id like $1', ['killed%']);
  await expect.poll(alive).toEqual([]);
  expect(await jobsIn('cut')).toEqual([{ attempts: 0, locked_by: null, is_available: true }]);
  await cutOff('killed later', 'later');
  await expect.poll(alive).toEqual([]);
  // Its row is gone a moment before whoever deleted it hears of that.
  await expect.poll(() => warnings.flat().join()).toContain('"killed later"');
  const reports = warnings.flat().filter((line) => line.includes('killed'));
  for (const id of ['"killed idle"', '"killed"', '"killed later"'])
    expect(
      reports.filter((line) => line.includes(id)),
      id,
    ).toHaveLength(1);
});

test('a job that was enqueued again while a worker ran it that was then killed is not left with no attempts', async () => {
  await cutOff('killed', 'again');
  await enqueue('again');
  expect(await jobsIn('again')).toMatchObject([
    { attempts: 25, locked_by: 'killed' },
    { attempts: 0, is_available: true },
  ]);
  beating();
  await expect.poll(() => jobsIn('again')).toMatchObject([{ attempts: 24, is_available: true }, { is_available: true }]);
});

test('a job that the database says this worker runs, and it does not, is given back with its queue; one that it runs is not', async () => {
  for (const key of ['forgotten', 'kept']) {
    await enqueue(key);
    const since = `locked_by = 'a third one', locked_at = now() - interval '1 minute'`;
    await own.sql(`update graphile_worker._private_jobs set attempts = 1, ${since} where key = $1`, [key]);
    await own.sql(`update graphile_worker._private_job_queues set ${since} where queue_name = $1`, [key]);
  }
  const [runs] = await own.sql<{ id: string }>(`select id from graphile_worker._private_jobs where key = 'kept'`);
  const warnings = beating([runs?.id ?? '']);
  await expect.poll(() => jobsIn('forgotten')).toEqual([{ attempts: 0, locked_by: null, is_available: true }]);
  expect([await holderOf('forgotten'), await holderOf('kept')]).toEqual([null, 'a third one']);
  expect(await jobsIn('kept')).toMatchObject([{ locked_by: 'a third one' }]);
  await expect.poll(() => warnings.join()).toContain('gave back jobs that this worker does not run');
});

test('a worker that takes jobs keeps them although its beats fail', async () => {
  await own.sql(`insert into workers (id, beat_at) values ('deaf', now() - interval '1 minute')`);
  await enqueue('deaf');
  await own.sql(`update graphile_worker._private_jobs set locked_by = 'deaf', locked_at = now() + interval '1 hour' where key = 'deaf'`);
  await cutOff('killed', 'beside');
  beating();
  await expect.poll(() => jobsIn('beside')).toMatchObject([{ is_available: true }]);
  expect(await jobsIn('deaf')).toMatchObject([{ locked_by: 'deaf' }]);
});
