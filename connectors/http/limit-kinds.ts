import type { Learned } from './learned.ts';
import type { Reply } from './request.ts';

/**
 * One limit that the vendor sets. A request takes from each that counts its operation, all of them or none. It holds for
 * whoever shares its scope: one credential, one store, or all who use our application there (see `Connector.scopes`).
 */
export type Limit = {
  scope?: Scope;
  /** The operations that it counts; without, all. */
  operations?: string[];
  /** What a reply says about this limit. Without: `X-Rate-Limit-*` for a window, nothing for the others. */
  learn?: (reply: Reply, now: Date) => Learned;
} & (WindowLimit | TokenLimit | ConcurrentLimit);
export type Scope = 'credential' | 'store' | 'application';
/** So many requests in each window. */
export type WindowLimit = { kind: 'window'; requests: number; perMs: number };
/** A bucket of `burst` tokens, filled again by `perSecond`. */
export type TokenLimit = { kind: 'bucket'; perSecond: number; burst: number };
/** So many requests at the same moment. */
export type ConcurrentLimit = { kind: 'concurrent'; max: number };

/** A request in a limit of concurrency; one that is never given back ends at `until`. */
export type Slot = { id: string; until: Date };

/** A bucket after one request; `at` is when to try again, null when it was granted. */
export type Taken<B> = { bucket: B; at: Date | null };
