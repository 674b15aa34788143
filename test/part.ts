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
  const child = spawn(process.execPath, ['--import', preload, 'bin/crossdock.ts', role], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const first = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => 'ended' as const)]);
  if (first === 'ended') throw new Error(`The ${role} process ended before it served:\n${output}`);
  return {
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => {
      await end(child, 'SIGKILL');
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
