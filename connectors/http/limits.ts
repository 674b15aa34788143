import type { Learned } from './learned.ts';
import type { Limit, Slot, Taken } from './limit-kinds.ts';
import * as slots from './slots.ts';
import * as tokens from './token-bucket.ts';
import * as window from './window.ts';

/** A count of one limit, as it is stored. */
export type Bucket = window.WindowBucket | tokens.TokenBucket | slots.SlotBucket;

/** What a request wants of one limit. `key` names the limit and who shares it. */
export type Claim = { key: string; limit: Limit; cost: number };

/**
 * Where the counts of requests are kept; shared by every worker. A store applies `takeAll` or `learnInto` to the buckets of all claims as
 * they are, and writes what these return before anybody else changes them.
 */
export type LimitStore = {
  /** `slot` names the request in limits of concurrency; a slot that is never given back ends at `slotUntil`. */
  take: (claims: Claim[], now: Date, slot: Slot) => Promise<Turn>;
  /** Called only when a reply differs from what `take` assumed, and after each 429. */
  learn: (claim: Claim, learned: Learned, now: Date) => Promise<void>;
  /** Gives the slots of a request back. Called only for claims of concurrency. */
  release: (claims: Claim[], slot: Slot) => Promise<void>;
};
/** `buckets` are in the order of the claims. */
export type Turn = { granted: true; buckets: Bucket[] } | { granted: false; at: Date };

/** Takes from every bucket, or returns when it may be tried again and leaves them as they are. */
export function takeAll(buckets: (Bucket | null)[], claims: Claim[], now: Date, slot: Slot): { buckets: Bucket[]; turn: Turn } {
  const taken = claims.map(({ limit, cost }, index) => takeFrom(buckets[index] ?? null, limit, now, cost, slot));
  const refused = taken.flatMap(({ at }) => (at === null ? [] : [at]));
  if (refused.length > 0) return { buckets: [], turn: { granted: false, at: new Date(Math.max(...refused.map(Number))) } };
  const after = taken.map(({ bucket }) => bucket);
  return { buckets: after, turn: { granted: true, buckets: after } };
}

export function takeFrom(bucket: Bucket | null, limit: Limit, now: Date, cost: number, slot: Slot): Taken<Bucket> {
  if (limit.kind === 'window') return window.take(ofKind(bucket, 'window'), limit, now, cost);
  if (limit.kind === 'bucket') return tokens.take(ofKind(bucket, 'bucket'), limit, now, cost);
  return slots.take(ofKind(bucket, 'concurrent'), limit, now, slot);
}

/** Corrects a bucket by what the vendor replied. */
export function learnInto(bucket: Bucket | null, limit: Limit, learned: Learned, now: Date): Bucket {
  if (limit.kind === 'window') return window.learn(ofKind(bucket, 'window'), limit, learned, now);
  if (limit.kind === 'bucket') return tokens.learn(ofKind(bucket, 'bucket'), limit, learned, now);
  return slots.learn(ofKind(bucket, 'concurrent'), limit, learned);
}

/** Whether `learned` is worth a write. */
export function isNews(bucket: Bucket, learned: Learned): boolean {
  if (learned.blockedUntil) return true;
  if (bucket.kind === 'window') return window.isNews(bucket, learned);
  if (bucket.kind === 'bucket') return tokens.isNews(bucket, learned);
  return learned.limit !== undefined && learned.limit !== bucket.max;
}

/** A connector may limit in another way than its last version did: then the count begins anew. */
const ofKind = <K extends Bucket['kind']>(bucket: Bucket | null, kind: K) =>
  bucket?.kind === kind ? (bucket as Extract<Bucket, { kind: K }>) : null;

/** Counts in this process alone: for tests, and for a first connection test before anything is stored. */
export function memoryLimits(): LimitStore {
  const buckets = new Map<string, Bucket>();
  return {
    async take(claims, now, slot) {
      const before = claims.map(({ key }) => buckets.get(key) ?? null);
      const { buckets: after, turn } = takeAll(before, claims, now, slot);
      for (const [index, bucket] of after.entries()) buckets.set(claims[index]?.key ?? '', bucket);
      return turn;
    },
    async learn({ key, limit }, learned, now) {
      buckets.set(key, learnInto(buckets.get(key) ?? null, limit, learned, now));
    },
    async release(claims, slot) {
      for (const { key } of claims) {
        const bucket = buckets.get(key);
        if (bucket) buckets.set(key, giveBack(bucket, slot));
      }
    },
  };
}

/** The bucket without a request's slot. */
export const giveBack = (bucket: Bucket, slot: Slot): Bucket => (bucket.kind === 'concurrent' ? slots.giveBack(bucket, slot) : bucket);
