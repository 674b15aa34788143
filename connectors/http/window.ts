import type { Learned } from './learned.ts';
import type { Taken, WindowLimit } from './limit-kinds.ts';

/** One vendor's window: `left` of `limit` requests until `endsAt`. `known` when the vendor itself told us where it ends. */
export type WindowBucket = { kind: 'window'; limit: number; left: number; endsAt: Date; known: boolean; blockedUntil: Date | null };

/** Takes one request of `cost` from the window, or returns when the next one opens. One that costs more than a window takes a whole one. */
export function take(bucket: WindowBucket | null, limit: WindowLimit, now: Date, cost: number): Taken<WindowBucket> {
  const current = bucket === null || bucket.endsAt <= now ? opened(bucket, limit, now) : bucket;
  if (current.blockedUntil && current.blockedUntil > now) return { bucket: current, at: current.blockedUntil };
  const amount = Math.min(cost, current.limit);
  if (current.left < amount) return { bucket: current, at: current.endsAt };
  return { bucket: { ...current, left: current.left - amount }, at: null };
}

/** Corrects the bucket by what the vendor replied. Requests still on their way stay counted, so `left` never grows within a window. */
export function learn(bucket: WindowBucket | null, limit: WindowLimit, learned: Learned, now: Date): WindowBucket {
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

/** The limit changed, the window was a guess, someone else uses it too, or it is nearly used up. */
export function isNews(bucket: WindowBucket, learned: Learned): boolean {
  const slack = Math.floor(bucket.limit / 10);
  if (learned.limit !== undefined && learned.limit !== bucket.limit) return true;
  if (learned.remaining !== undefined && (learned.remaining < bucket.left - slack || learned.remaining <= slack)) return true;
  if (learned.resetsAt === undefined) return false;
  return !bucket.known || learned.resetsAt.getTime() > bucket.endsAt.getTime() + 250;
}

function opened(before: WindowBucket | null, limit: WindowLimit, now: Date): WindowBucket {
  const size = before?.limit ?? limit.requests;
  return {
    kind: 'window',
    limit: size,
    left: size,
    endsAt: new Date(now.getTime() + limit.perMs),
    known: false,
    blockedUntil: before?.blockedUntil ?? null,
  };
}

/** The later of two moments; null is none. */
export const latest = (a: Date | null, b: Date | null) => (a === null || (b !== null && b > a) ? b : a);
