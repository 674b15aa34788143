import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** A process of the product or the sandbox, with its first message. */
export type Running = { child: ChildProcess; announced: Record<string, unknown>; stop: () => Promise<void> };

const root = join(import.meta.dirname, '..');
const preload = pathToFileURL(join(root, 'bin/stop-with-parent.mjs')).href;
const patienceMs = 60_000;

/** Starts `node …args` and waits for its first message: to the parent process, or a line of JSON. @throws when it ends before that. */
export async function start(args: string[], env: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, ['--import', preload, ...extra(args), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const first = Promise.withResolvers<Record<string, unknown>>();
  child.once('message', (message) => first.resolve(message as Record<string, unknown>));
  createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) => {
    if (line.startsWith('{"sandbox"')) first.resolve(JSON.parse(line));
    else console.log(line);
  });
  const timer = setTimeout(() => first.reject(new Error(`node ${args.join(' ')} says nothing.`)), patienceMs);
  ended.then(() => first.reject(new Error(`node ${args.join(' ')} ended.`)));
  const announced = await first.promise.finally(() => clearTimeout(timer));
  return {
    child,
    announced,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** BENCH_PROFILE=FOLDER writes a CPU profile of each process there. */
const extra = (args: string[]) => {
  const folder = process.env.BENCH_PROFILE;
  return folder
    ? ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${args.at(-1)?.replaceAll('/', '-')}.${Date.now()}.cpuprofile`]
    : [];
};
