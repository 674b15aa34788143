import type { RateLimit } from './request.ts';

/**
 * Where the counts of requests are kept; shared by every worker. `key` names a credential and a group of operations.
 * A store reads its bucket under a lock, applies `takeFrom` or `learnInto`, and writes what they return.
 */
export type LimitStore = {
  take: (key: string, limit: RateLimit, now: Date) => Promise<Turn>;
  /** Called only when the reply's headers differ from what `take` assumed, and after each 429. */
  learn: (key: string, limit: RateLimit, learned: Learned, now: Date) => Promise<void>;
};

export type Turn = { granted: true; bucket: Bucket } | { granted: false; at: Date };

/** One vendor's window: `left` of `limit` requests until `endsAt`. `known` when the vendor itself told us where it ends. */
export type Bucket = { limit: number; left: number; endsAt: Date; known: boolean; blockedUntil: Date | null };

/** The limits that a reply's headers state: `X-Rate-Limit-*`, and on 429 how long to wait. */
export type Learned = { limit?: number; remaining?: number; resetsAt?: Date; blockedUntil?: Date };

/** Takes one request from the bucket, or returns when the next one will be free. */
export function takeFrom(bucket: Bucket | null, limit: RateLimit, now: Date): { bucket: Bucket; turn: Turn } {
  const current = bucket === null || bucket.endsAt <= now ? opened(bucket, limit, now) : bucket;
  if (current.blockedUntil && current.blockedUntil > now) return { bucket: current, turn: { granted: false, at: current.blockedUntil } };
  if (current.left < 1) return { bucket: current, turn: { granted: false, at: current.endsAt } };
  const taken = { ...current, left: current.left - 1 };
  return { bucket: taken, turn: { granted: true, bucket: taken } };
}

/** Corrects the bucket by what the vendor replied. Requests still on their way stay counted, so `left` never grows within a window. */
export function learnInto(bucket: Bucket | null, limit: RateLimit, learned: Learned, now: Date): Bucket {
  const current = bucket ?? opened(null, limit, now);
  const blockedUntil = latest(current.blockedUntil, learned.blockedUntil ?? null);
  const size = learned.limit ?? current.limit;
  const resized = { ...current, limit: size, left: current.left + size - current.limit, blockedUntil };
  const half = limit.perMs / 2;
  const shift = learned.resetsAt === undefined || !current.known ? 0 : learned.resetsAt.getTime() - current.endsAt.getTime();
  if (shift < -half) return { ...current, blockedUntil };
  const left = shift > half ? size - 1 : resized.left;
  return {
    ...resized,
    left: Math.min(left, learned.remaining ?? left),
    // Each reply states the end a little differently: within a window the latest is never too early.
    endsAt: current.known ? (latest(current.endsAt, learned.resetsAt ?? null) ?? current.endsAt) : (learned.resetsAt ?? current.endsAt),
    known: current.known || learned.resetsAt !== undefined,
  };
}

/** Whether `learned` is worth a write: the limit changed, the window was a guess, someone else uses it too, or it is nearly used up. */
export function isNews(bucket: Bucket, learned: Learned): boolean {
  const slack = Math.floor(bucket.limit / 10);
  if (learned.blockedUntil || (learned.limit !== undefined && learned.limit !== bucket.limit)) return true;
  if (learned.remaining !== undefined && (learned.remaining < bucket.left - slack || learned.remaining <= slack)) return true;
  if (learned.resetsAt === undefined) return false;
  return !bucket.known || learned.resetsAt.getTime() > bucket.endsAt.getTime() + 250;
}

/** Counts in this process alone: for tests, and for a first connection test before anything is stored. */
export function memoryLimits(): LimitStore {
  const buckets = new Map<string, Bucket>();
  return {
    async take(key, limit, now) {
      const { bucket, turn } = takeFrom(buckets.get(key) ?? null, limit, now);
      buckets.set(key, bucket);
      return turn;
    },
    async learn(key, limit, learned, now) {
      buckets.set(key, learnInto(buckets.get(key) ?? null, limit, learned, now));
    },
  };
}

function opened(before: Bucket | null, limit: RateLimit, now: Date): Bucket {
  const size = before?.limit ?? limit.requests;
  return {
    limit: size,
    left: size,
    endsAt: new Date(now.getTime() + limit.perMs),
    known: false,
    blockedUntil: before?.blockedUntil ?? null,
  };
}

const latest = (a: Date | null, b: Date | null) => (a === null || (b !== null && b > a) ? b : a);
