import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Log } from '../log.ts';
import { program } from './binaries.ts';
import type { DataFolders } from './place.ts';
import { type Postmaster, spawnPostmaster } from './postmaster.ts';
import { DatabaseProblem } from './problem.ts';

export type Server = { port: number; pid: () => number | undefined; stop: (how: 'fast' | 'now') => Promise<void> };

const run = promisify(execFile);
const tries = 20;

/** Runs the server on a free port, and restarts it on the same port whenever it dies. */
export async function keepRunning(place: DataFolders, settings: Record<string, string>, log: Pick<Log, 'debug' | 'warn'>): Promise<Server> {
  const port = await freePort();
  let stopping = false;
  let current = await started(place, port, settings, log);

  const revive = async (): Promise<void> => {
    await current.ended;
    if (stopping) return;
    log.warn('The database stopped unexpectedly; starting it again.');
    try {
      current = await started(place, port, settings, log);
      if (stopping) await end(place, current, 'fast');
    } catch (error) {
      log.warn(error instanceof Error ? error.message : String(error));
      await wait(2_000);
    }
    return revive();
  };
  const revived = revive();

  return {
    port,
    pid: () => current.child.pid,
    async stop(how) {
      stopping = true;
      await end(place, current, how);
      await revived;
    },
  };
}

/** A killed server's child processes hold its shared memory for a moment: a new one refuses to start until they are gone. */
async function started(place: DataFolders, port: number, settings: Record<string, string>, log: Pick<Log, 'debug'>): Promise<Postmaster> {
  for (let left = tries; ; left -= 1) {
    const server = spawnPostmaster(place, port, settings, log);
    const failure = await server.ready;
    if (!failure) return server;
    if (left <= 1 || !/still in use|lock file/.test(failure)) throw new DatabaseProblem(`The database does not start: ${failure}.`);
    await wait(250);
  }
}

async function end(place: DataFolders, { child, ended, letGo }: Postmaster, how: 'fast' | 'now'): Promise<void> {
  if (process.platform === 'win32') {
    await run(program(place.binaries, 'pg_ctl'), ['stop', '-D', place.data, '-m', how === 'now' ? 'immediate' : 'fast']);
  } else {
    child.kill(how === 'now' ? 'SIGQUIT' : 'SIGINT');
  }
  await ended;
  letGo();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new DatabaseProblem('The system gave no free port for the database.');
  return address.port;
}
