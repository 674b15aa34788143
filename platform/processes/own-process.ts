import type { ChildProcess } from 'node:child_process';
import { idleMs, loadingMs, type ProcessOptions, startProcess } from './start-process.ts';

/** Runs one piece of work after the other, each in its own time. @throws Error when it takes too long, or ends its process */
export type OwnProcess<In, Out> = { run: (input: In) => Promise<Out> };

/** The file calls `help`. Work that takes longer than `patienceMs`, without the loading of its process, is ended with it. */
export type OwnProcessOptions = ProcessOptions & { patienceMs: number };

/**
 * Work in processes of its own, each for one piece at a time, which can be ended with it. How many run at once is up to the caller: see
 * turns.ts.
 */
export function ownProcess<In, Out>(options: OwnProcessOptions): OwnProcess<In, Out> {
  let idle: ChildProcess[] = [];
  const leave = (child: ChildProcess) => {
    idle = idle.filter((other) => other !== child);
  };
  const start = async () => {
    const child = startProcess(options);
    child.once('exit', () => leave(child));
    await messageOf(child, loadingMs);
    return child;
  };
  return {
    async run(input) {
      const child = idle.pop() ?? (await start());
      const output = await messageOf<Out>(child, options.patienceMs, input as object);
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
  process.send?.('loaded');
}

/** The next message of a process, after it was sent one if there is any. */
function messageOf<Out>(child: ChildProcess, patienceMs: number, sent?: object): Promise<Out> {
  const { promise, resolve, reject } = Promise.withResolvers<Out>();
  const ended = () => reject(new Error('The process ended.'));
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  child.once('message', resolve).once('exit', ended).once('error', reject);
  if (sent) child.send(sent, (error) => error && reject(error));
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', ended).off('error', reject);
  });
}
