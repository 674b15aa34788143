import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Job, Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { againSoon } from '../platform/nodes/again-soon.ts';
import type { Engine } from './base/worker-context.ts';
import { holdBackCutOff } from './engine/workers/cut-off-jobs.ts';
import { keepAlive } from './engine/workers/heartbeat.ts';
import { workJob } from './engine/workers/working-job.ts';
import { jobs } from './jobs.ts';

/** `failed` resolves to the reason when the runner can no longer record how a job ended, or takes no job any longer. */
type Running = { runner: Runner; failed: Promise<unknown>; heart: { stop: () => Promise<void> } };

const againMs = 1_000;
/** How long a runner that failed may wait for its jobs to end. */
const patienceMs = 10_000;

/**
 * Runs jobs, `concurrency` at a time, until `stop`. When the runner ends by itself, as it does when the database is away and it
 * cannot record how a job ended, another one starts; the jobs of the first are given back when its heartbeat stops.
 */
export async function keepRunning(engine: Engine, queue: pg.Pool, concurrency: number): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController();
  const start = async (): Promise<Running> => {
    const { runner, failed, poolId, running } = await startRunner(engine, queue, concurrency, stopping.signal);
    return { runner, failed, heart: keepAlive(engine.database, queue, poolId, engine.log, running) };
  };
  let current = await start();
  const watched = (async () => {
    while (!stopping.signal.aborted) {
      const error = await endOf(current);
      await current.heart.stop();
      if (stopping.signal.aborted) return;
      // One that takes no job has not ended. One that has rejects.
      void current.runner.stop().catch(() => undefined);
      engine.log.warn({ error }, 'the queue ended; starting it again');
      current = (await startedAgain(start, stopping.signal, engine)) ?? current;
    }
  })();
  return {
    async stop() {
      stopping.abort();
      // A runner that has already ended rejects.
      await current.runner.stop().catch(() => undefined);
      await watched;
    },
  };
}

/** Why the runner ended. Does not wait for its jobs: one may hang on a dead connection while the heartbeat keeps its lock. */
function endOf({ runner, failed }: Running): Promise<unknown> {
  const ended = runner.promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return Promise.race([ended, failed]);
}

async function startedAgain(start: () => Promise<Running>, stop: AbortSignal, { log }: Engine): Promise<Running | undefined> {
  while (!stop.aborted) {
    await pause(againMs);
    try {
      return await start();
    } catch (error) {
      log.warn({ error }, 'the queue does not start yet');
    }
  }
  return undefined;
}

async function startRunner(
  engine: Engine,
  pgPool: pg.Pool,
  concurrency: number,
  stop: AbortSignal,
): Promise<{ runner: Runner; failed: Promise<unknown>; poolId: string; running: ReadonlyMap<string, Job> }> {
  const [heldBack, again] = [holdBackCutOff(pgPool), againSoon(pgPool, engine.database.nodes)];
  const taskList: TaskList = Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      (payload: unknown, { job: { id, attempts, max_attempts: most } }) =>
        workJob({ name, id, attempts, payload }, engine.log, () =>
          again(id, () => heldBack({ id, name, payload }, () => job(payload as never, engine, stop, attempts >= most))),
        ),
    ]),
  );
  const events = new EventEmitter() as WorkerEvents;
  const created = once(events, 'pool:create');
  const unrecorded = Promise.withResolvers<unknown>();
  const running = jobsRunning(events);
  events.once('pool:fatalError', ({ error }) => unrecorded.resolve(pause(patienceMs, error)));
  const failed = Promise.race([unrecorded.promise, keptFailure(events)]);
  const logger = new Logger((scope) => (level, message, meta) => {
    // Why a job failed is logged where it ran, with what it is for.
    if (meta?.failure === true || (level !== 'error' && level !== 'warning')) return;
    engine.log.warn({ queue: scope, error: meta?.error ?? meta?.fatalError }, message);
  });
  // Results are recorded in batches, even of one: without batches a failure to record is an unhandled rejection that ends the process.
  const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
  const options = { pgPool, taskList, events, concurrency, logger, preset, noHandleSignals: true, pollInterval: 400, crontab: '' };
  const runner = await run(options);
  const [{ workerPool }] = (await created) as [{ workerPool: { id: string } }];
  return { runner, failed, poolId: workerPool.id, running };
}

/**
 * Resolves to the failure that a runner keeps. It asks once which jobs it can do, and where that fails, because the database goes away at
 * that moment, it throws that very error at each later turn: it goes on beating and takes no job again. Source: taskIdentifiers.js of
 * graphile-worker 0.18.0.
 */
function keptFailure(events: WorkerEvents): Promise<unknown> {
  const kept = Promise.withResolvers<unknown>();
  const last = new WeakMap<object, unknown>();
  events.on('worker:getJob:error', ({ worker, error }) => {
    if (last.get(worker) === error) kept.resolve(error);
    last.set(worker, error);
  });
  return kept.promise;
}

/** How long after its end a job may still be recorded as running. */
const recordedMs = 30_000;

/** The ids of the jobs that a runner runs, and of those whose end may not be recorded yet. */
function jobsRunning(events: WorkerEvents): ReadonlyMap<string, Job> {
  const running = new Map<string, Job>();
  events.on('job:start', ({ job }) => running.set(job.id, job));
  // One that is tried again has the same id.
  events.on('job:complete', ({ job }) => setTimeout(() => running.get(job.id) === job && running.delete(job.id), recordedMs).unref());
  return running;
}
