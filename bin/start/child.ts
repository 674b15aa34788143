import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, Stop } from '../stop.mjs';
import { type Speaker, say, sayAll } from './output.ts';

export type ChildOptions = { name: Speaker; args: string[]; env: Record<string, string>; stopMs: number };

/** A child process. `ready` settles when it first reports that it serves, or when it is given up. */
export type Child = { ready: Promise<void>; stop: () => Promise<void>; kill: () => void };

const giveUpAfter = 3;
const refusal = 2;
const steadyMs = 30_000;
const longestPauseMs = 30_000;

/** Runs a process and restarts it, after growing pauses, whenever it ends by itself. */
export function keepChild(options: ChildOptions): Child {
  const { name } = options;
  const first = Promise.withResolvers<void>();
  // Not unhandled: without a listener the output shows the failure.
  first.promise.catch(() => undefined);
  let current: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;
  let served = false;
  let failures = 0;

  const run = (): void => {
    const started = Date.now();
    const child = spawnChild(options);
    current = child;
    child.on('message', () => {
      served = true;
      first.resolve();
    });
    child.once('exit', (code, signal) => {
      if (stopping) return;
      failures = Date.now() - started > steadyMs ? 1 : failures + 1;
      if (!served && (code === refusal || failures >= giveUpAfter))
        return first.reject(new Stop(`The ${name} process does not start: see above.`));
      const pause = Math.min(1_000 * 2 ** (failures - 1), longestPauseMs);
      say(name, `stopped unexpectedly (${signal ?? `code ${code}`}); starting it again in ${pause / 1_000} s`);
      timer = setTimeout(run, pause);
    });
  };
  run();

  const last = () => {
    stopping = true;
    clearTimeout(timer);
    return current;
  };
  return { ready: first.promise, stop: () => ended(last(), options.stopMs), kill: () => void last()?.kill('SIGKILL') };
}

function spawnChild({ name, args, env }: ChildOptions): ChildProcess {
  const preload = pathToFileURL(join(root, 'bin/stop-with-parent.mjs')).href;
  const child = spawn(process.execPath, ['--import', preload, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C reaches a whole process group; children have their own, so that they stop in order.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  sayAll(name, child.stdout);
  sayAll(name, child.stderr);
  return child;
}

async function ended(child: ChildProcess | undefined, withinMs: number): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await exit;
  clearTimeout(timer);
}
