import { execFile } from 'node:child_process';
import { chmod, mkdir, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const wholeBytes = 2 ** 31;

/** A disk in memory that a folder is on. */
export type SmallDisk = {
  /** Takes away all that is free, so that not one byte more can be written. */
  fill: () => Promise<void>;
  /** Gives it back. */
  empty: () => Promise<void>;
  remove: () => Promise<void>;
};

/** Makes a folder on a disk of its own, which the database's user reaches. Undefined where we may not: only root of Linux may. */
export async function makeSmallDisk(folder: string): Promise<SmallDisk | undefined> {
  await mkdir(folder);
  await chmod(dirname(folder), 0o755);
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${wholeBytes},mode=0755`, 'crossdock-faults', folder]).then(
    () => true,
    () => false,
  );
  if (!mounted) return undefined;
  const resize = (bytes: number) => run('mount', ['-o', `remount,size=${bytes}`, folder]);
  return {
    fill: () => shrink(folder, resize),
    empty: async () => void (await resize(wholeBytes)),
    remove: async () => void (await run('umount', ['--lazy', folder])),
  };
}

/** To what is used. While others write, that is more than it was a moment ago, and the system refuses. */
async function shrink(folder: string, resize: (bytes: number) => Promise<unknown>): Promise<void> {
  for (;;) {
    const { blocks, bfree, bsize } = await statfs(folder);
    if (bfree === 0) return;
    await resize((blocks - bfree) * bsize).catch(() => undefined);
  }
}
