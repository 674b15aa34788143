import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { DataFolders } from './place.ts';
import { DatabaseProblem } from './problem.ts';
import { commandOf, isAlive, startOf } from './processes.ts';

/**
 * Claims the data folder for this process. Returns a function that releases it. Shuts down a server whose owner was killed first.
 */
export async function claim(place: DataFolders, log: Pick<Log, 'info'>): Promise<() => Promise<void>> {
  const note = join(place.home, 'owner.json');
  // A server that is just stopping gets the time to finish.
  for (let left = 12; (await runningOwner(note)) && left > 0; left -= 1) await wait(250);
  const owner = await runningOwner(note);
  if (owner) {
    throw new DatabaseProblem(`Crossdock already runs in this folder (process ${owner.pid}): stop it first, or start from another folder.`);
  }
  await stopLeftover(place, log);
  await writeFile(note, JSON.stringify({ pid: process.pid, started: await startOf(process.pid) }), { mode: 0o600 });
  return () => rm(note, { force: true });
}

type Owner = { pid: number; started: string };

async function runningOwner(note: string): Promise<Owner | undefined> {
  const owner = await readFile(note, 'utf8')
    .then((text): Owner => JSON.parse(text))
    .catch(() => undefined);
  if (!owner || owner.pid === process.pid || !isAlive(owner.pid)) return undefined;
  return (await startOf(owner.pid)) === owner.started ? owner : undefined;
}

async function stopLeftover(place: DataFolders, log: Pick<Log, 'info'>): Promise<void> {
  const file = join(place.data, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number(text.split('\n', 1)[0]);
  if (!(pid > 0) || !isAlive(pid)) return;
  if (!(await isServerOf(place, pid))) {
    // The pid belongs to another process by now, and the server would refuse to start. It accepts our own pid as stale, being its parent's.
    await writeFile(file, text.replace(/^\d+/, String(process.pid)));
    return;
  }
  log.info(`Stopping the database that an earlier run left behind (process ${pid}).`);
  for (const [signal, seconds] of [
    ['SIGINT', 15],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    if (await ended(pid, signal, seconds)) return;
  }
  throw new DatabaseProblem(`The database that an earlier run left behind (process ${pid}) does not stop: end it, then start again.`);
}

async function isServerOf(place: DataFolders, pid: number): Promise<boolean> {
  const command = await commandOf(pid);
  return command === undefined || (command.includes('postgres') && command.includes(place.data));
}

async function ended(pid: number, signal: NodeJS.Signals, seconds: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
    throw new DatabaseProblem(`The database is still run by another user's process (${pid}): stop that first.`, { cause: error });
  }
  for (let left = seconds * 20; left > 0 && isAlive(pid); left -= 1) await wait(50);
  return !isAlive(pid);
}
