import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { counter, type Store, storeOn } from './store.ts';

/** Exports hold addresses of people: no other user of the machine may read them. */
const ours = { recursive: true, mode: 0o700 };

/** Files in a folder, which every process shares. */
export function openFolder(folder: string): Store {
  const location = resolve(folder);
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  const store = storeOn(async () => disk);
  return {
    ...store,
    // The driver's own method rejects before it has stopped writing.
    async put(key, content) {
      const file = join(location, key);
      const counted = counter();
      await mkdir(dirname(file), ours);
      try {
        await pipeline(content, counted, createWriteStream(file, { mode: 0o600 }));
      } catch (error) {
        await rm(file, { force: true });
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
