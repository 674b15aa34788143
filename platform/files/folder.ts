import { randomUUID } from 'node:crypto';
import { chmodSync, createWriteStream, existsSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { BadEnvironment } from '../env.ts';
import { counter, type Store, storeOn } from './store.ts';

/** Exports hold addresses of people: no other user of the machine may read them. */
const ours = { recursive: true, mode: 0o700 };

/** A folder that somebody else made may be open to everyone. @throws BadEnvironment where it is, and is not ours to close */
function closeToOthers(location: string): void {
  if (process.platform === 'win32' || !existsSync(location) || (statSync(location).mode & 0o077) === 0) return;
  try {
    chmodSync(location, ours.mode);
  } catch {
    // A group may be how several machines share it.
    if ((statSync(location).mode & 0o007) !== 0)
      throw new BadEnvironment(
        `FILES_DIR ${location} is open to every user of this machine, and belongs to somebody else: chmod it to 700.`,
      );
  }
}

/** Files in a folder, which every process shares. */
export function openFolder(folder: string): Store {
  const location = resolve(folder);
  closeToOthers(location);
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  const store = storeOn(async () => disk);
  return {
    ...store,
    // The driver's own method rejects before it has stopped writing. Whoever reads has the whole file or the one before, whatever is
    // killed.
    async put(key, content) {
      const file = join(location, key);
      // Beside it, so that what a killed process leaves is found with the other files that nothing refers to.
      const part = `${file}.${randomUUID()}.part`;
      const counted = counter();
      await mkdir(dirname(file), ours);
      try {
        await pipeline(content, counted, createWriteStream(part, { mode: 0o600, flush: true }));
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      return counted.bytes;
    },
    async *list(inside, before) {
      // A folder that was never written to does not exist; that is no error.
      await mkdir(join(location, inside), ours);
      yield* store.list(inside, before);
    },
  };
}
