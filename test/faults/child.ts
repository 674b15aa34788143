import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Child = {
  /** Settles when the process first reports that it serves. */
  ready: Promise<void>;
  /** Sends a signal to the current process; if it dies, it is started again. */
  signal: (signal: NodeJS.Signals) => void;
  pid: () => number | undefined;
  /** How often it ended by itself while it served. A process that cannot start without a database is started again, and not counted. */
  crashes: () => number;
  /** Ends it, by default in order. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

const root = join(import.meta.dirname, '../..');
/** Ends our processes when the suite is killed. */
const withParent = pathToFileURL(join(root, 'bin/stop-with-parent.mjs')).href;
/** Like a process supervisor: a process that ended by itself is started again after a pause. No test waits for this time. */
const pauseMs = 500;

/** Runs a process of the product and keeps it running. What it writes goes to `logFile`. `folder`: of the build that it is of. */
export function keepChild(args: string[], env: Record<string, string>, logFile: string, folder = root): Child {
  const first = Promise.withResolvers<void>();
  const log = createWriteStream(logFile, { flags: 'a' });
  let stopping = false;
  let crashes = 0;
  let current: ChildProcess;
  let next: NodeJS.Timeout | undefined;
  const run = () => {
    const child = spawn(process.execPath, ['--import', withParent, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    current = child;
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    let served = false;
    child.once('message', () => {
      served = true;
      first.resolve();
    });
    child.once('exit', (code, signal) => {
      log.write(`-- ended: ${signal ?? code}\n`);
      if (stopping) return;
      if (served && signal !== 'SIGKILL') crashes += 1;
      next = setTimeout(run, pauseMs);
    });
  };
  run();
  return {
    ready: first.promise,
    signal: (signal) => void current.kill(signal),
    pid: () => current.pid,
    crashes: () => crashes,
    async stop(signal = 'SIGTERM') {
      stopping = true;
      clearTimeout(next);
      if (current.exitCode === null && current.signalCode === null) {
        const ended = new Promise((done) => current.once('exit', done));
        current.kill('SIGCONT');
        current.kill(signal);
        await ended;
      }
      log.end();
    },
  };
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Is stopped when the suite is killed while it runs. */
export function stoppedWhenKilled<P extends { stop: () => Promise<void> }>(product: P): P {
  const killed = () => void product.stop().then(() => process.exit(1));
  for (const signal of signals) process.once(signal, killed);
  return {
    ...product,
    async stop() {
      for (const signal of signals) process.off(signal, killed);
      await product.stop();
    },
  };
}
