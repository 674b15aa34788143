import type pg from 'pg';

/** Fewer do not matter, and are soon in use again. */
const mostIdle = 200;
/** Nobody waits longer for the lock of the table than this, in ms. */
const patience = 200;
/** For so long a job that was given up can be looked at. */
const givenUpDays = 30;

const isIdle = 'locked_at is null and not exists (select from graphile_worker._private_jobs j where j.job_queue_id = q.id)';

/**
 * Drops queues without jobs, where there are many. Each stream and noun of an account has a queue of its own, which stays once it is empty,
 * and whoever takes a job locks every queue that nobody works on. Source: getJobs.js of graphile-worker 0.18.0.
 *
 * The table is locked, because a transaction that has not ended may have given an empty queue a job, which nobody would ever take without
 * it. Where one does not end soon, the next call does it.
 */
const drop = `do $$ begin
  if (select count(*) from graphile_worker._private_job_queues q where ${isIdle}) < ${mostIdle} then return; end if;
  perform set_config('lock_timeout', '${patience}ms', true);
  lock table graphile_worker._private_job_queues in share row exclusive mode;
  delete from graphile_worker._private_job_queues q where ${isIdle};
exception when lock_not_available then null;
end $$`;

const dropGivenUp = `delete from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null
  and updated_at < now() - interval '${givenUpDays} days'`;

/** Also drops jobs that were given up long ago. */
export async function dropIdleQueues(queue: pg.Pool): Promise<void> {
  await queue.query(dropGivenUp);
  await queue.query(drop);
}
