import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** One process of the product, as production runs it. */
export type Part = {
  readonly pid: number;
  /** Its output so far. */
  output: () => string;
  /** Stops it with SIGTERM. Returns its exit code. */
  stop: () => Promise<number | null>;
  /** Kills it. */
  kill: () => Promise<void>;
};

const root = join(import.meta.dirname, '..');
const preload = pathToFileURL(join(root, 'bin/stop-with-parent.mjs')).href;

/** Starts `node bin/crossdock.ts web|worker` and waits until it serves. @throws with its output when it ends first. */
export async function startPart(role: 'web' | 'worker', env: Record<string, string>): Promise<Part> {
  const { child, output, message } = run(['bin/crossdock.ts', role], env);
  await message();
  return {
    pid: child.pid ?? 0,
    output,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => {
      await end(child, 'SIGKILL');
    },
  };
}

/** A worker that can be stopped and started again. */
export type Restarted = { start: () => Promise<void>; stop: () => Promise<void> };

/** One in a process that stays, with all that it has loaded. It ends with this process. @throws with its output when it ends before. */
export function restartedWorker(env: Record<string, string>): Restarted {
  let process: Running | undefined;
  const tell = async (order: 'start' | 'stop') => {
    process ??= run(['test/worker-process.ts'], env);
    process.child.send(order);
    await process.message();
  };
  return { start: () => tell('start'), stop: async () => void (process && (await tell('stop'))) };
}

type Running = { child: ChildProcess; output: () => string; message: () => Promise<void> };

function run(args: string[], env: Record<string, string>): Running {
  const child = spawn(process.execPath, ['--import', preload, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'exit').then(() => 'ended' as const);
  return {
    child,
    output: () => output,
    async message() {
      if ((await Promise.race([once(child, 'message'), ended])) === 'ended') throw new Error(`The process of ${args} ended:\n${output}`);
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
  return child.exitCode;
}
