import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JobHelpers, runOnce } from 'graphile-worker';
import { onTestFinished } from 'vitest';
import { openMark } from '../../app/base/installation/mark.ts';
import type { Engine } from '../../app/base/worker-context.ts';
import { workJob } from '../../app/engine/workers/working-job.ts';
import { searchedNouns } from '../../app/entities/all.ts';
import { jobs } from '../../app/jobs.ts';
import { bufferedExchanges } from '../../app/shared/connections/calls/exchanges.ts';
import { openFiles } from '../../platform/files.ts';
import { usualKeepDays } from '../../platform/keep-days.ts';
import type { Log } from '../../platform/log.ts';
import type { Mail } from '../../platform/mail.ts';
import { sealWith } from '../../platform/seal.ts';
import { acrossAccounts, type Tenant, withoutPerson } from '../../platform/tenant.ts';
import { dueWords } from '../../platform/words/due.ts';
import { indexBatch } from '../../platform/words/index-batch.ts';
import type { TestDatabase } from '../database.ts';
import { quietJobs, quietLog } from './quiet.ts';

export const testKey = 'a key that is long enough for the tests';

export type TestEngine = Engine & {
  /** Runs due jobs, and those that they enqueue, until none is left. A job that throws fails the test. */
  runJobs: () => Promise<void>;
  /** Makes everything that waits for a time due: jobs, streams, effects, leases, open circuits, rate limits. */
  passTime: () => Promise<void>;
  /** The folder of its files. */
  filesDir: string;
  /** The mails that were sent. */
  mails: Mail[];
  /** The warnings logged since the engine was created. */
  warnings: string[];
  /** How many of its calls changed something at a vendor, or failed. As long as it stays the same, there is nothing more to read. */
  changes: () => number;
};

/** The engine of one test, without a worker's timers: the test decides what runs when. Jobs of earlier tests are deleted. */
export async function testEngine(own: TestDatabase, sandboxOrigin: string | null): Promise<TestEngine> {
  await own.sql('delete from graphile_worker._private_jobs; delete from graphile_worker._private_job_queues');
  if (!keepsForPassTime.has(own)) {
    // One by one: several nodes are sent the text of such a statement, as one that is prepared.
    for (const statement of keepForPassTime) await own.sql(statement);
    keepsForPassTime.add(own);
  }
  const filesDir = await mkdtemp(join(tmpdir(), 'crossdock-files-'));
  const { log, warnings } = quietLog();
  const mails: Mail[] = [];
  const buffered = bufferedExchanges(own.database, log as unknown as Log);
  let changes = 0;
  const exchanges: typeof buffered = {
    ...buffered,
    add(entry) {
      if (entry.method !== 'GET' || entry.outcome !== 'ok') changes += 1;
      buffered.add(entry);
    },
  };
  const files = openFiles({ filesDir });
  const baseUrl = 'http://crossdock.test';
  const engine: Engine = {
    ...{ database: own.database, log: log as unknown as Log, files, baseUrl },
    mark: openMark({ database: own.database, files, log: log as unknown as Log, baseUrl, databaseUrl: own.url }),
    seal: sealWith([testKey]),
    post: async (mail) => void mails.push(mail),
    sandboxOrigin,
    applications: {},
    demo: true,
    keepDays: usualKeepDays,
    now: () => new Date(),
    exchanges,
  };
  onTestFinished(async () => {
    await exchanges.flush();
    await rm(filesDir, { recursive: true, force: true });
  });
  return {
    ...engine,
    filesDir,
    mails,
    warnings,
    changes: () => changes,
    runJobs: () => runJobs(own, engine),
    passTime: () => passTime(own),
  };
}

/**
 * Runs due jobs, and those that they enqueue, until none is left: one after the other, since each connection that they share plans all their
 * statements anew. Jobs at the same time are for the fault suite. @throws what a job throws
 */
export async function runJobs(own: TestDatabase, engine: Engine): Promise<void> {
  const stop = new AbortController().signal;
  const failures: unknown[] = [];
  const taskList = Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      async (payload: unknown, { job: { id, attempts } }: JobHelpers) => {
        const run = async () => job(payload as never, engine, stop);
        await workJob({ name, id, attempts, payload }, engine.log, run).catch((error) => failures.push(error));
      },
    ]),
  );
  // One that is done may still be about to be deleted, and is locked.
  const due = 'select 1 from graphile_worker.jobs where run_at <= now() + $1::interval and locked_at is null limit 1';
  do await runOnce({ pgPool: own.queue, taskList, concurrency: 1, noHandleSignals: true, logger: quietJobs });
  while (failures.length === 0 && (await own.sql(due, [soon])).length > 0);
  if (failures.length > 0) throw failures[0];
  await indexDue(own);
}

/** What the tick would enqueue, without another round of the queue. Words that wait for the end of a flood stay due. */
async function indexDue({ database }: TestDatabase): Promise<void> {
  for (const { account_id: accountId, noun: name } of await acrossAccounts(database, dueWords)) {
    const noun = searchedNouns.find((each) => each.noun === name);
    const indexNext = async (tenant: Tenant) => noun !== undefined && !(await noun.mayWait?.(tenant)) && (await indexBatch(tenant, noun));
    while (await withoutPerson(database, accountId, indexNext));
  }
}

/** A drain that finds its rows locked looks again after 20 ms: that is not later. */
const soon = '100 milliseconds';
const atOnce = `interval '${soon}'`;

/** Once a database: a trigger that is made anew costs every connection the plans that it has. */
const keepsForPassTime = new WeakSet<TestDatabase>();

/**
 * What is put off by a back-off waits for `passTime`, however slow the machine is: a back-off may be of no time at all, and would
 * otherwise be over or not over by chance when the test looks.
 */
const keepForPassTime = [
  `create or replace function keep_job_for_pass_time() returns trigger language plpgsql as $$ begin
    new.run_at := new.run_at + interval '1 hour'; return new;
  end $$`,
  `create or replace function keep_effect_for_pass_time() returns trigger language plpgsql as $$ begin
    new.due_at := now() + interval '1 hour'; return new;
  end $$`,
  `create or replace trigger keep_for_pass_time before insert or update of run_at on graphile_worker._private_jobs for each row
    when (new.run_at > now() + ${atOnce} and new.run_at < now() + interval '10 minutes') execute function keep_job_for_pass_time()`,
  `create or replace trigger keep_for_pass_time before update on outbox for each row
    when (old.state = 'sending' and new.state = 'waiting' and new.last_failure is not null) execute function keep_effect_for_pass_time()`,
];

async function passTime({ sql }: TestDatabase): Promise<void> {
  await sql(`
    update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null;
    update streams set due_at = now();
    update outbox set due_at = least(due_at, now()), lease_until = now() - interval '1 second',
      missing_since = date_subtract(missing_since, interval '1 day', 'UTC') where state in ('waiting', 'sending');
    update connections set blocked_until = now() - interval '1 second' where blocked_until is not null;
    update notification_mails set created_at = date_subtract(created_at, interval '1 hour', 'UTC'), attempted_at = date_subtract(attempted_at, interval '1 hour', 'UTC');
    update orders set release_after = now() where release_after > now();
    update orders set checked_at = date_subtract(checked_at, interval '1 hour', 'UTC') where checked_at is not null;
    update uploads_under_way set due_at = now(), taken_at = date_subtract(taken_at, interval '1 hour', 'UTC') where due_at is not null;
    delete from rate_buckets;
    delete from application_limits`);
}
