import { databaseClock, timeOf } from '../platform/database-clock.ts';
import { type Database, openDatabase } from '../platform/db.ts';
import type { Environment } from '../platform/env.ts';
import { openFiles } from '../platform/files.ts';
import { locks } from '../platform/locks.ts';
import type { Log } from '../platform/log.ts';
import { loginUrl } from '../platform/login-url.ts';
import { openMailer } from '../platform/mail.ts';
import { serveMetrics } from '../platform/metrics/serve.ts';
import { onlyOne } from '../platform/only-one.ts';
import { QueuePool } from '../platform/queue-pool.ts';
import { sealWith } from '../platform/seal.ts';
import { aliveChecks, steadyPool } from '../platform/steady.ts';
import { openMark } from './base/installation/mark.ts';
import type { Engine } from './base/worker-context.ts';
import { sweepComparisons } from './engine/comparisons/sweep.ts';
import { refreshed } from './engine/gauges/refresh.ts';
import { sweep, tick } from './engine/tick.ts';
import { storeMail } from './people/accounts/demo-mail/outbox.ts';
import { openDirectory } from './people/accounts/people/directory.ts';
import { keepRunning } from './runner.ts';
import { bufferedExchanges } from './shared/connections/calls/exchanges.ts';
import { sweepSubscriptions } from './shared/connections/webhooks/subscribing.ts';
import { keepDelivering } from './shared/webhooks/delivering/deliverer.ts';

const tickMs = 1_000;
const beatMs = 2_000;
const sweepMs = 10_000;
const clockMs = 60_000;

/** Starts a worker; any number may run in parallel. `stop` lets running jobs finish or gives them back, then closes. */
export async function startWorker(env: Environment, log: Log): Promise<{ stop: () => Promise<void>; rest: () => Promise<void> }> {
  const database = openDatabase({ url: env.databaseUrl, connections: env.workerConcurrency + 8, name: 'crossdock-worker' });
  const exchanges = bufferedExchanges(database, log);
  // Connects only where the demo keeps its mail.
  const directory = openDirectory(env.databaseUrl, 1);
  const files = openFiles(env);
  const mark = openMark({ database, files, log, baseUrl: env.baseUrl, databaseUrl: env.databaseUrl });
  const clock = databaseClock(timeOf(database));
  const engine: Engine = {
    ...{ database, log, files, mark, exchanges },
    ...{ seal: sealWith(env.secretKeys), post: openMailer(env, (mail) => storeMail(directory, mail)) },
    ...{ sandboxOrigin: env.sandboxOrigin ?? null, applications: env.applications, demo: env.demo, baseUrl: env.baseUrl },
    ...{ keepDays: env.keepDays, now: clock.now },
  };
  const queue = openQueue(env, log);
  // Nothing is sent before this database is recognised; what is only read goes on.
  await mark.beat().catch((error) => log.warn({ error }, 'the database is not recognised yet'));
  await clock.set().catch((error) => log.warn({ error }, 'the time of the database is not known yet'));
  // Before it takes a job: where the port is taken it ends at once.
  const metrics = await openMetrics(env, log, database, queue);
  const runner = await keepRunning(engine, queue, env.workerConcurrency);
  const deliveries = keepDelivering(engine);
  const timers = [every(beatMs, mark.beat, log), every(clockMs, clock.set, log), ...startSweeps(engine)];
  return {
    rest: mark.release,
    async stop() {
      await metrics?.stop();
      for (const stopTimer of timers) stopTimer();
      await Promise.all([runner.stop(), deliveries.stop()]);
      await mark.release().catch((error) => log.warn({ error }, 'the end of this worker is not noted'));
      await exchanges.flush();
      await Promise.all([queue.end(), database.close(), directory.close()]);
    },
  };
}

/** What is looked after again and again, beside the jobs. */
const startSweeps = (engine: Engine) => [
  every(beatMs, () => sweepComparisons(engine.database), engine.log),
  every(tickMs, () => tick(engine.database), engine.log),
  every(sweepMs, () => sweep(engine.database), engine.log),
  every(sweepMs, () => sweepSubscriptions(engine), engine.log),
];

/** `/metrics` of this worker, where they are wanted, and in one of all workers the gauges of the database. */
async function openMetrics(env: Environment, log: Log, database: Database, queue: QueuePool) {
  if (env.metricsPort === undefined) return undefined;
  const claim = onlyOne(loginUrl(env.databaseDirectUrl, 'crossdock_scheduler'), locks.gauges);
  const refresh = refreshed(database, queue, claim);
  const served = await serveMetrics({ port: env.metricsPort, database, pools: { queue }, log, refresh });
  const stop = async () => {
    await served.stop();
    await claim.close();
  };
  return { stop };
}

/** As a role that sees the queue's tables alone. */
function openQueue(env: Environment, log: Log): QueuePool {
  const options = { max: env.workerConcurrency + 4, application_name: 'crossdock-queue', ...aliveChecks };
  return steadyPool(new QueuePool({ connectionString: loginUrl(env.databaseDirectUrl, 'crossdock_queue'), ...options }), (error) =>
    log.warn({ error }, 'queue connection lost'),
  );
}

/** Runs `work` repeatedly, never twice at once; a failure is logged and the next turn tries again. */
function every(ms: number, work: () => Promise<void>, log: Log): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const turn = async () => {
    await work().catch((error) => log.warn({ error }, 'sweep failed'));
    if (!stopped) timer = setTimeout(turn, ms);
  };
  timer = setTimeout(turn, ms);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
