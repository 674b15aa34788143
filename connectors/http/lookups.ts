import type { LookupAddress, LookupOptions } from 'node:dns';

type Done = (error: Error | null, address: string | LookupAddress[], family?: number) => void;
type Lookup = (host: string, options: LookupOptions, done: Done) => void;

/**
 * A process has four threads for look-ups of names, files and compression. Names that somebody chose take two of them at most, so that a
 * slow name server stops nothing but other look-ups of this kind.
 */
const mostAtOnce = 2;
/** A name whose turn does not come in this time is not looked up. */
const longestWaitMs = 10_000;

/** We did not come to look a name up: its host is not to blame. */
export class NotLookedUp extends Error {}

/** For whom a name is looked up; and what is called where it has to wait for its turn, and when the waiting is over. */
export type Asker = { owner: string; onWait: () => void; onTurn: () => void };
type Asked = { owner: string; key: string; ask: (done: Done) => void; begun: () => void; done: Done };

/**
 * The same look-up, so many at once, and of an owner and of a host one: whoever asks for the host in the meantime gets the same addresses.
 * The owner comes next whose last turn is the longest ago, so that slow names of one delay nobody else's.
 */
export function inTurns(lookup: Lookup, most = mostAtOnce, waitMs = longestWaitMs): (asker: Asker) => Lookup {
  const queue = new Queue(most);
  return ({ owner, onWait, onTurn }) =>
    (host, options, done) => {
      const key = JSON.stringify([host, options.family ?? 0, options.hints ?? 0, options.all ?? false]);
      if (queue.joins(key, done)) return;
      const giveUp = setTimeout(() => {
        queue.leave(one);
        done(new NotLookedUp(`${host} did not come to be looked up`), []);
      }, waitMs);
      const begun = () => {
        clearTimeout(giveUp);
        onTurn();
      };
      const one = { owner, key, ask: (found: Done) => lookup(host, options, found), begun, done };
      onWait();
      queue.enter(one);
    };
}

class Queue {
  readonly #most: number;
  readonly #running = new Map<string, Done[]>();
  readonly #busy = new Set<string>();
  /** By owner, the first served first. */
  readonly #served = new Set<string>();
  #waiting: Asked[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  joins(key: string, done: Done): boolean {
    return (this.#running.get(key)?.push(done) ?? 0) > 0;
  }

  enter(asked: Asked): void {
    this.#waiting.push(asked);
    this.#goOn();
  }

  leave(asked: Asked): void {
    this.#waiting = this.#waiting.filter((each) => each !== asked);
  }

  #goOn(): void {
    for (let next = this.#next(); next && this.#running.size < this.#most; next = this.#next()) this.#begin(next);
  }

  #next(): Asked | undefined {
    const free = this.#waiting.filter(({ owner }) => !this.#busy.has(owner));
    const byOwner = new Map(free.toReversed().map((asked) => [asked.owner, asked]));
    const unserved = free.find(({ owner }) => !this.#served.has(owner));
    return unserved ?? [...this.#served].flatMap((owner) => byOwner.get(owner) ?? []).at(0);
  }

  #begin({ owner, key, ask }: Asked): void {
    const { same = [], other = [] } = Object.groupBy(this.#waiting, (each) => (each.key === key ? 'same' : 'other'));
    this.#waiting = other;
    this.#running.set(
      key,
      same.map(({ done }) => done),
    );
    this.#busy.add(owner);
    this.#served.delete(owner);
    this.#served.add(owner);
    for (const { begun } of same) begun();
    ask((...found) => {
      const all = this.#running.get(key) ?? [];
      this.#running.delete(key);
      this.#busy.delete(owner);
      if (this.#waiting.length === 0) this.#served.clear();
      this.#goOn();
      for (const done of all) done(...found);
    });
  }
}
