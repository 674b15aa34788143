import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { counter, type Store, storeOn } from './store.ts';

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
      await mkdir(dirname(file), { recursive: true });
      try {
        await pipeline(content, counted, createWriteStream(file));
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
      return counted.bytes;
    },
    async *list(inside, before) {
      // A folder that was never written to does not exist; that is no error.
      await mkdir(join(location, inside), { recursive: true });
      yield* store.list(inside, before);
    },
  };
}
