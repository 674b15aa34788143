import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '../platform/env.ts';
import { createLog, type Log } from '../platform/log.ts';

/** `rest`: says that the process ends in order, where that is to be said. */
export type Running = { stop: () => Promise<void>; rest?: () => Promise<void>; port?: number };
export type Start = (env: Environment, log: Log) => Promise<Running>;

/** How long a process may take to finish its work before it is ended. */
const patienceMs = 25_000;
/** And then to say that it ends. */
const restMs = 2_000;

/** Starts a process's work, reports to the parent when it serves, and stops on a signal. */
export async function serve(start: Start, env: Environment): Promise<void> {
  const log = createLog(env);
  const running = await start(env, log);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // Killed without a word it would be taken for one that lost something, once it was away for long.
    setTimeout(
      () => Promise.race([running.rest?.().catch(() => undefined), pause(restMs)]).then(() => process.exit(1)),
      patienceMs,
    ).unref();
    running.stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.send?.({ ready: true, port: running.port });
}
