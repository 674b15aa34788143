import type { StoredKey } from './store.ts';

/** What was read of a key. `at`: when, in ms; `age`: how long ago that is, in seconds. */
export type KnownKey = { key: StoredKey | null; at: number; age: number };

const mostKnown = 10_000;

/** What this process knows of keys, so that a program that calls again and again is read once. */
export function knownKeys(readStored: (handle: string) => Promise<StoredKey | null>, now: () => number) {
  const entries = new Map<string, { at: number; found: Promise<StoredKey | null> }>();
  const readAnew = (handle: string) => {
    if (entries.size >= mostKnown) entries.clear();
    const read = { at: now(), found: readStored(handle) };
    entries.set(handle, read);
    read.found.then(
      // A handle that somebody made up takes no room.
      (key) => key ?? entries.delete(handle),
      () => entries.delete(handle),
    );
    return read;
  };
  return {
    has: (handle: string): boolean => entries.has(handle),
    /** As it was then or later, in ms. */
    async read(handle: string, since: number): Promise<KnownKey> {
      const before = entries.get(handle);
      const { at, found } = before && before.at >= since ? before : readAnew(handle);
      return { key: await found, at, age: (now() - at) / 1_000 };
    },
    forget: (handle: string): void => void entries.delete(handle),
    forgetAll: (): void => entries.clear(),
  };
}
