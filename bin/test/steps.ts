import { type ChildProcess, spawn } from 'node:child_process';
import { styleText } from 'node:util';
import { root } from '../stop.mjs';

export function heading(text: string): void {
  console.log(`\n${styleText('bold', `── ${text} `.padEnd(80, '─'))}`);
}

export type Finished = { code: number | null; output: string };

/** Runs a program of the packages to its end. `quietly` collects its output, otherwise it is seen as it comes. */
export function run(
  program: string,
  args: string[],
  { quietly = false, env = {} }: { quietly?: boolean; env?: Record<string, string> } = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [`${root}/node_modules/${program}`, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', quietly ? 'pipe' : 'inherit', quietly ? 'pipe' : 'inherit'],
    // A group of its own, so that it ends with all that it has started.
    detached: process.platform !== 'win32',
  });
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    // What outlives the one that started it.
    signal(child, 'SIGKILL');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

const running = new Set<ChildProcess>();
const patienceMs = 5_000;

/** Ends everything that runs, with all processes that it started, once this one is told to end or its parent is gone. */
export function endTogether(): void {
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid === parent || end(), 500).unref();
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    clearInterval(watch);
    const groups = [...running];
    for (const child of groups) signal(child, 'SIGTERM');
    setTimeout(() => {
      for (const child of groups) signal(child, 'SIGKILL');
      process.exit(1);
    }, patienceMs);
    Promise.all(groups.map((child) => new Promise((resolve) => child.once('close', resolve)))).then(() => process.exit(1));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end);
}

/** To the whole group of a child; it may have ended already. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(process.platform === 'win32' ? child.pid : -child.pid, name);
  } catch {
    // Nobody is left to be told.
  }
}
