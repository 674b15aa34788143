import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { harmlessEnvironment } from '../env.ts';

export type ProcessOptions = {
  /** The file that the process runs, from the project's folder. */
  file: string;
  memoryMb: number;
};

/** How long a process without work is kept for the next. */
export const idleMs = 20_000;
/** Whoever serves requests goes first: where there is much to do, a process takes long to load. */
export const loadingMs = 60_000;

/**
 * Starts a process for what somebody else's bytes may make slow or fatal: it has its own memory, threads and event loop, and no secrets
 * in its environment. Where there are fewer cores than there is to do, whoever serves requests goes first.
 */
export function startProcess({ file, memoryMb }: ProcessOptions): ChildProcess {
  const child = fork(join(root, file), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: harmlessEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    if (child.pid) setPriority(child.pid, 10);
  } catch {
    // It may have ended already, or the system may not allow it: it runs as any other then.
  }
  // It ends with this process, and does not keep it.
  child.unref();
  child.channel?.unref();
  return child;
}

/** The project's folder: this file runs from platform/processes/, and from build/server/ once bundled. */
const root = folderWith('package.json', import.meta.dirname);

function folderWith(name: string, from: string): string {
  return existsSync(join(from, name)) || dirname(from) === from ? from : folderWith(name, dirname(from));
}
