import { type Readable, Transform } from 'node:stream';
import type { Disk, DriveFile } from 'flydrive';

/** Bytes by key. */
export type Store = {
  /** Stores a stream, in place of what there was under this key. Returns its number of bytes. When it fails, nothing is left of it. */
  put: (key: string, content: Readable) => Promise<number>;
  /** Null when there is none. */
  read: (key: string) => Promise<Readable | null>;
  delete: (key: string) => Promise<void>;
  /** The keys in a folder that were last written before a time, page by page. */
  list: (folder: string, before: Date) => AsyncGenerator<string[]>;
};

/** The shared part of both stores. The disk is opened on first use. */
export function storeOn(disk: () => Promise<Disk>): Omit<Store, 'put'> {
  return {
    async read(key) {
      const on = await disk();
      return (await on.exists(key)) ? on.getStream(key) : null;
    },
    delete: async (key) => (await disk()).delete(key),
    async *list(folder, before) {
      const on = await disk();
      let paginationToken: string | undefined;
      do {
        const page = await on.listAll(folder, { paginationToken });
        const keys: string[] = [];
        for (const found of page.objects) {
          if (!found.isFile || !found.key.startsWith(`${folder}/`)) continue;
          const at = await writtenAt(on, found);
          if (at && at < before) keys.push(found.key);
        }
        yield keys;
        paginationToken = page.paginationToken;
      } while (paginationToken);
    },
  };
}

/** Null of a file that is no longer there: what is being written has another name until it is complete. */
async function writtenAt(on: Disk, file: DriveFile): Promise<Date | null> {
  try {
    return (await file.getMetaData()).lastModified;
  } catch (error) {
    if (await on.exists(file.key)) throw error;
    return null;
  }
}

/** Counts the bytes that pass through. */
export function counter(): Transform & { bytes: number } {
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      counted.bytes += chunk.length;
      done(null, chunk);
    },
  });
  const counted = Object.assign(counting, { bytes: 0 });
  return counted;
}
