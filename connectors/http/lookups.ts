import type { LookupAddress, LookupOptions } from 'node:dns';

type Done = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;
type Lookup = (host: string, options: LookupOptions, done: Done) => void;

/**
 * A process has four threads for look-ups of names, files and compression. Names that somebody chose take two of them at most, so that a
 * slow name server stops nothing but other look-ups of this kind.
 */
const mostAtOnce = 2;

/**
 * The same look-up, so many at once, and of a host one: whoever asks for it in the meantime gets the same addresses. First come, first
 * served.
 */
export function inTurn(lookup: Lookup, most = mostAtOnce): Lookup {
  const asking = new Map<string, Done[]>();
  const waiting: (() => void)[] = [];
  let running = 0;
  const begin = (host: string, options: LookupOptions, key: string) => {
    running += 1;
    lookup(host, options, (...found) => {
      running -= 1;
      const all = asking.get(key) ?? [];
      asking.delete(key);
      waiting.shift()?.();
      for (const done of all) done(...found);
    });
  };
  return (host, options, done) => {
    const key = JSON.stringify([host, options.family ?? 0, options.hints ?? 0, options.all ?? false]);
    const others = asking.get(key);
    if (others) return void others.push(done);
    asking.set(key, [done]);
    if (running < most) begin(host, options, key);
    else waiting.push(() => begin(host, options, key));
  };
}
