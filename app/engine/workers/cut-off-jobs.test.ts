import type pg from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Log } from '../../../platform/log.ts';
import { loginUrl } from '../../../platform/login-url.ts';
import { ownerPool, testDatabase } from '../../../test/database.ts';
import { quietLog } from '../../../test/shop/quiet.ts';
import { holdBackCutOff } from './cut-off-jobs.ts';
import { keepAlive } from './heartbeat.ts';

const own = testDatabase();
const [name, payload] = ['account:tidy', { accountId: 1 }];

beforeEach(async () => {
  await own.sql('delete from cut_off_jobs');
  await own.sql('delete from graphile_worker._private_jobs');
});

function queuePool(): pg.Pool {
  const pool = ownerPool(loginUrl(own.url, 'crossdock_queue'), 1);
  onTestFinished(() => pool.end());
  return pool;
}

const enqueue = () => own.sql(`select enqueue_jobs($1, $2, $3, $3, array[null]::timestamptz[])`, [[name], ['{"accountId" : 1}'], ['tidy']]);
const inHand = async (worker: string) => {
  await own.sql(`insert into workers (id, beat_at) values ($1, now() - interval '1 minute')`, [worker]);
  await own.sql(`update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 minute', attempts = 1`, [worker]);
};
const { log, warnings } = quietLog();
/** In how many minutes the job that the next beat gives back may run again. */
async function waits(): Promise<number> {
  const heart = keepAlive(own.database, queuePool(), 'alive', log as unknown as Log, new Map());
  const rows = () =>
    own.sql<{ minutes: number; locked_by: string | null }>(
      `select round(extract(epoch from run_at - now()) / 60)::int as minutes, locked_by from graphile_worker._private_jobs order by id
        limit 1`,
    );
  await expect.poll(async () => (await rows())[0]?.locked_by).toBeNull();
  await heart.stop();
  return (await rows())[0]?.minutes ?? -1;
}

test('a job over which workers die one after another waits, longer each time, and is reported', async () => {
  await enqueue();
  const waited: number[] = [];
  for (const worker of ['first', 'second', 'third', 'fourth']) {
    await inHand(worker);
    waited.push(await waits());
  }
  expect(waited).toEqual([0, 0, 1, 2]);
  expect(warnings.filter((line) => line.includes('they wait'))).toHaveLength(2);
  await own.sql('update cut_off_jobs set workers = 50');
  await inHand('one of many');
  expect(await waits()).toBe(60);
});

test('a job that is enqueued again does not run before its time, others do, and what ends in order counts anew', async () => {
  await own.sql(`insert into cut_off_jobs (digest, workers) values (md5($1 || $2::jsonb::text), 3)`, [name, JSON.stringify(payload)]);
  const ran: unknown[] = [];
  const at = (accountId: number) =>
    holdBackCutOff(queuePool())({ id: '0', name, payload: { accountId } }, async () => void ran.push(accountId));
  await expect(at(1)).rejects.toThrow('3 workers died over this job one after another. It waits until');
  await at(2);
  await own.sql(`update cut_off_jobs set cut_off_at = now() - interval '2 minutes'`);
  const failing = holdBackCutOff(queuePool())({ id: '0', name, payload }, () => Promise.reject(new Error('refused')));
  await expect(failing).rejects.toThrow('refused');
  expect(await own.sql('select from cut_off_jobs')).toEqual([]);
  await at(1);
  expect(ran).toEqual([2, 1]);
});

test('being held back costs a job none of its attempts: also the last one is its handler’s', async () => {
  await enqueue();
  await own.sql(`insert into cut_off_jobs (digest, workers) values (md5($1 || $2::jsonb::text), 5)`, [name, JSON.stringify(payload)]);
  await own.sql('update graphile_worker._private_jobs set attempts = max_attempts');
  const [job] = await own.sql<{ id: string }>('select id::text from graphile_worker._private_jobs');
  const held = holdBackCutOff(queuePool())({ id: job?.id ?? '', name, payload }, () => Promise.resolve());
  await expect(held).rejects.toThrow('It waits until');
  const again = `select max_attempts - attempts as attempts, round(extract(epoch from run_at - now()) / 60)::int as minutes
    from graphile_worker._private_jobs`;
  expect(await own.sql(again)).toEqual([{ attempts: 1, minutes: 4 }]);
});
