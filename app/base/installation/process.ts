import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { z } from 'zod';

/**
 * The process that wrote a mark, where its machine tells one from another. `place`: this start of the machine, its table of processes, and
 * the address of the database. `started`: when the process began, in ticks of the machine.
 */
export type WorkerProcess = z.infer<typeof workerProcess>;
export const workerProcess = z.object({ place: z.string(), pid: z.number(), started: z.string() });

/** Null where it is not told. */
export async function processOf(pid: number, databaseUrl: string): Promise<WorkerProcess | null> {
  const [place, begun] = await Promise.all([placeOf(databaseUrl), beginOf(pid)]);
  return place !== null && begun !== null && begun !== 'ended' ? { place, pid, started: begun } : null;
}

/**
 * Whether the process has certainly ended: it ran here, and no longer does. What is started in its place is given the same address of
 * the database, so it reaches the one that we reach.
 */
export async function hasEnded({ place, pid, started }: WorkerProcess, databaseUrl: string): Promise<boolean> {
  if (place !== (await placeOf(databaseUrl))) return false;
  const begun = await beginOf(pid);
  return begun !== null && begun !== started;
}

async function placeOf(databaseUrl: string): Promise<string | null> {
  const [boot, table] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null),
    readlink('/proc/self/ns/pid').catch(() => null),
  ]);
  if (!boot || !table || !URL.canParse(databaseUrl)) return null;
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  // The host may be a socket's folder, which the driver takes from there.
  const server = [searchParams.get('host') ?? hostname, searchParams.get('port') ?? port];
  return createHash('sha256')
    .update([boot.trim(), table, ...server, pathname].join('\n'))
    .digest('hex')
    .slice(0, 32);
}

/** Null where the machine does not say: it may hide processes of others, but not that there are any. */
async function beginOf(pid: number): Promise<string | null> {
  if (!isThere(pid)) return 'ended';
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Its name is in brackets, and may have any characters.
  const [state, ...numbers] = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // It has ended, and its parent has taken no note yet.
  if (state === 'Z' || state === 'X') return 'ended';
  return numbers[18] ?? null;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
