import type { Clock } from './clock.ts';

/**
 * What is left of a key's allowance. `resetMs`: until it is whole again; `resetS`: the same in whole seconds, rounded up. `perSecond`: how
 * fast a bucket fills up.
 */
export type Standing = { refused: boolean; limit: number; remaining: number; resetS: number; resetMs: number; perSecond?: number };

/**
 * Takes one request, or what it costs, from an allowance: where operations have one each, from that of `operation`. Null where there is
 * none.
 */
export type Meter = (cost?: number, operation?: string) => Standing | null;

/** Counts requests of one key in windows that start with their first request. A limit of `null` refuses nothing and sends no headers. */
export function createLimit(clock: Clock, limitOf: () => number | null, windowMs = 60_000): Meter {
  let began = Number.NEGATIVE_INFINITY;
  let used = 0;
  return (cost = 1) => {
    const limit = limitOf();
    if (limit === null) return null;
    const now = clock.now();
    if (now >= began + windowMs) {
      began = now;
      used = 0;
    }
    used += cost;
    return standingOf(used > limit, limit, limit - used, began + windowMs - now);
  };
}

/** A bucket that fills up again steadily. What does not fit is refused and takes nothing. */
export function createBucket(clock: Clock, capacityOf: () => number | null, perSecond: number): Meter {
  let used = 0;
  let at = clock.now();
  return (cost = 1) => {
    const capacity = capacityOf();
    if (capacity === null) return null;
    const now = clock.now();
    used = Math.max(0, used - ((now - at) / 1000) * perSecond);
    at = now;
    const refused = used + cost > capacity;
    if (!refused) used += cost;
    // A refused one comes again once there is room for it, and not only when all is.
    const untilMs = ((refused ? used + cost - capacity : used) / perSecond) * 1000;
    return { ...standingOf(refused, capacity, Math.floor(capacity - used), untilMs), perSecond };
  };
}

/** A bucket for each operation. `lifted`: a number in place of all their rates, with as much room; null for none. */
export function createBuckets(clock: Clock, of: Record<string, Rate>, lifted: () => number | null | undefined): Meter {
  const meters = new Map<string, Meter>();
  return (cost, operation = '') => {
    const set = lifted();
    const rate = of[operation];
    if (set === null || !rate) return null;
    const [perSecond, burst] = set === undefined ? rate : [set, set];
    const name = `${operation} ${perSecond}`;
    const meter = meters.get(name) ?? createBucket(clock, () => burst, perSecond);
    meters.set(name, meter);
    return meter(cost);
  };
}
/** How many a second, and how many at once after a rest. */
export type Rate = readonly [perSecond: number, burst: number];

const standingOf = (refused: boolean, limit: number, left: number, untilMs: number): Standing => ({
  ...{ refused, limit, remaining: Math.max(0, left) },
  ...{ resetMs: Math.ceil(untilMs), resetS: Math.ceil(untilMs / 1000) },
});

/** Requests of one key that are being replied to, of which there may be no more than `most` at once. */
export type Running = { now: number; peak: number; most: () => number | null };

export const createRunning = (most: () => number | null): Running => ({ now: 0, peak: 0, most });

export function limitHeaders(standing: Standing): Record<string, string> {
  return {
    'X-Rate-Limit-Limit': String(standing.limit),
    'X-Rate-Limit-Remaining': String(standing.remaining),
    'X-Rate-Limit-Reset': String(standing.resetS),
  };
}
