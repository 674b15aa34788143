import type { Clock } from './clock.ts';

/** What is left of a key's window of one minute. `resetS` is in whole seconds, rounded up. */
export type Standing = { refused: boolean; limit: number; remaining: number; resetS: number };

const windowMs = 60_000;

/** Counts requests of one key in windows that start with their first request. A limit of `null` refuses nothing and sends no headers. */
export function createLimit(clock: Clock, limitOf: () => number | null): () => Standing | null {
  let began = Number.NEGATIVE_INFINITY;
  let used = 0;
  return () => {
    const limit = limitOf();
    if (limit === null) return null;
    const now = clock.now();
    if (now >= began + windowMs) {
      began = now;
      used = 0;
    }
    used += 1;
    return {
      refused: used > limit,
      limit,
      remaining: Math.max(0, limit - used),
      resetS: Math.ceil((began + windowMs - now) / 1000),
    };
  };
}

export function limitHeaders(standing: Standing): Record<string, string> {
  return {
    'X-Rate-Limit-Limit': String(standing.limit),
    'X-Rate-Limit-Remaining': String(standing.remaining),
    'X-Rate-Limit-Reset': String(standing.resetS),
  };
}
