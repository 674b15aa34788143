import type { ChildProcess } from 'node:child_process';
import { type Calls, callsOver, type Offers } from './calls.ts';
import { idleMs, loadingMs, type ProcessOptions, startProcess } from './start-process.ts';

/** The file calls `offer`. */
export type SharedProcessOptions = ProcessOptions & {
  /**
   * What takes longer, without the loading of the process, is given up. A process that then does not react within two seconds, or the
   * same time, is ended, and others' work with it.
   */
  patienceMs: number;
};

/** Work was given up: it took too long, or its process ended. */
export class GivenUp extends Error {}

type Running = { child: ChildProcess; calls: Calls<Offers>; loaded: Promise<unknown>; open: number; idle?: NodeJS.Timeout };

/**
 * Work in one process beside this one, any number at a time: for what mostly waits. It starts with the first, and ends when there is none
 * for a while.
 */
export function sharedProcess<Theirs extends Offers>(options: SharedProcessOptions, ours: Offers): Pick<Calls<Theirs>, 'call'> {
  let running: Running | undefined;
  const start = (): Running => {
    const child = startProcess(options);
    const send = (message: object) => void (child.connected && child.send(message, () => undefined));
    const calls = callsOver({ send, onMessage: (receive) => child.on('message', receive) }, ours);
    const mine: Running = { child, calls, loaded: within(loadingMs, calls.call('react')), open: 0 };
    const over = () => {
      if (running === mine) running = undefined;
      calls.end(new GivenUp('The process ended.'));
    };
    child.once('exit', over).once('error', over);
    return mine;
  };
  const rest = (mine: Running) => {
    mine.open -= 1;
    if (mine.open > 0) return;
    mine.idle = setTimeout(() => {
      if (running === mine) running = undefined;
      mine.child.kill();
    }, idleMs).unref();
  };
  return {
    call(name, ...args) {
      running ??= start();
      const mine = running;
      mine.open += 1;
      clearTimeout(mine.idle);
      const work = mine.loaded.then(() => within(options.patienceMs, mine.calls.call(name, ...(args as never[]))));
      const reply = work.catch((error) => {
        if (error instanceof GivenUp) endUnlessItReacts(mine, Math.min(2_000, options.patienceMs));
        throw error;
      });
      return reply.finally(() => rest(mine)) as ReturnType<Theirs[typeof name]>;
    },
  };
}

/** The other side: called once by the file that the process runs. */
export function offer<Theirs extends Offers>(ours: Offers): Calls<Theirs> {
  process.on('disconnect', () => process.exit());
  return callsOver(
    { send: (message) => void process.send?.(message), onMessage: (receive) => process.on('message', receive) },
    { ...ours, react: async () => null },
  );
}

function endUnlessItReacts({ child, calls }: Running, ms: number): void {
  within(ms, calls.call('react')).catch(() => child.kill('SIGKILL'));
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new GivenUp('It took too long.')), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
