import type { Environment } from '../platform/env.ts';
import { createLog, type Log } from '../platform/log.ts';

export type Running = { stop: () => Promise<void>; port?: number };
export type Start = (env: Environment, log: Log) => Promise<Running>;

/** How long a process may take to finish what it is at before it ends anyway. */
const patienceMs = 25_000;

/** Starts a process's work, tells whoever started us when it serves, and ends it when it is told to. */
export async function serve(start: Start, env: Environment): Promise<void> {
  const log = createLog(env);
  const running = await start(env, log);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), patienceMs).unref();
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
