import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Runs one piece of work after the other, each in its own time. @throws Error when it takes too long, or ends its process */
export type OwnProcess<In, Out> = { run: (input: In) => Promise<Out> };

export type OwnProcessOptions = {
  /** The file that the process runs, from the project's folder; it calls `help`. */
  file: string;
  /** Work that takes longer is ended with its process. */
  patienceMs: number;
  memoryMb: number;
};

/** How long a process without work is kept for the next. */
const idleMs = 20_000;

/**
 * Work in processes of its own, for what somebody else's bytes may make slow or fatal: it has its own memory, threads and event loop, no
 * secrets in its environment, and can be ended. How many run at once is up to the caller: see turns.ts.
 */
export function ownProcess<In, Out>(options: OwnProcessOptions): OwnProcess<In, Out> {
  let idle: ChildProcess[] = [];
  const leave = (child: ChildProcess) => {
    idle = idle.filter((other) => other !== child);
  };
  const start = () => {
    const child = startProcess(options);
    child.once('exit', () => leave(child));
    return child;
  };
  return {
    async run(input) {
      const child = idle.pop() ?? start();
      const output = await replyOf<Out>(child, input, options.patienceMs);
      idle.push(child);
      setTimeout(() => {
        if (!idle.includes(child)) return;
        leave(child);
        child.kill();
      }, idleMs).unref();
      return output;
    },
  };
}

/** The other side: called once by the file that the process runs. */
export function help<In, Out>(work: (input: In) => Promise<Out>): void {
  process.on('message', async (input: In) => process.send?.(await work(input)));
  process.on('disconnect', () => process.exit());
}

function startProcess({ file, memoryMb }: OwnProcessOptions): ChildProcess {
  const child = fork(join(root, file), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // It ends with this process, and does not keep it.
  child.unref();
  child.channel?.unref();
  return child;
}

function replyOf<Out>(child: ChildProcess, input: unknown, patienceMs: number): Promise<Out> {
  const { promise, resolve, reject } = Promise.withResolvers<Out>();
  const ended = () => reject(new Error('The process ended.'));
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  child.once('message', resolve).once('exit', ended).once('error', reject);
  child.send(input as object, (error) => error && reject(error));
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', ended).off('error', reject);
  });
}

/** The project's folder: this file runs from platform/, and from build/server/ once bundled. */
const root = folderWith('package.json', import.meta.dirname);

function folderWith(name: string, from: string): string {
  return existsSync(join(from, name)) || dirname(from) === from ? from : folderWith(name, dirname(from));
}
