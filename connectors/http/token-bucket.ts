import type { Learned } from './learned.ts';
import type { Taken, TokenLimit } from './limit-kinds.ts';
import { latest } from './window.ts';

/** `tokens` as they were at `at`; since then `perSecond` of them came, up to `burst`. */
export type TokenBucket = { kind: 'bucket'; tokens: number; burst: number; perSecond: number; at: Date; blockedUntil: Date | null };

/** Takes `cost` tokens, or returns when they will be there. A request that costs more than the whole bucket takes it all. */
export function take(bucket: TokenBucket | null, limit: TokenLimit, now: Date, cost: number): Taken<TokenBucket> {
  const current = filled(bucket ?? full(limit, now), now);
  if (current.blockedUntil && current.blockedUntil > now) return { bucket: current, at: current.blockedUntil };
  const lacking = Math.min(cost, current.burst) - current.tokens;
  // A token that came by 179 steps of a double is one all the same.
  if (lacking > 1e-6) return { bucket: current, at: new Date(now.getTime() + Math.ceil((lacking / current.perSecond) * 1000)) };
  return { bucket: { ...current, tokens: Math.max(0, -lacking) }, at: null };
}

/** What is left there counts when it is less than ours: someone else uses it too. */
export function learn(bucket: TokenBucket | null, limit: TokenLimit, learned: Learned, now: Date): TokenBucket {
  const current = filled(bucket ?? full(limit, now), now);
  const burst = learned.limit ?? current.burst;
  return {
    ...current,
    burst,
    perSecond: learned.perSecond || current.perSecond,
    tokens: Math.min(current.tokens, burst, learned.remaining ?? burst),
    blockedUntil: latest(current.blockedUntil, learned.blockedUntil ?? null),
  };
}

export function isNews(bucket: TokenBucket, { limit, perSecond, remaining }: Learned): boolean {
  if ((limit !== undefined && limit !== bucket.burst) || (perSecond && perSecond !== bucket.perSecond)) return true;
  return remaining !== undefined && remaining < bucket.tokens - bucket.burst / 10;
}

const full = ({ perSecond, burst }: TokenLimit, now: Date): TokenBucket => ({
  ...{ kind: 'bucket', tokens: burst, burst, perSecond },
  ...{ at: now, blockedUntil: null },
});

function filled(bucket: TokenBucket, now: Date): TokenBucket {
  const seconds = Math.max(0, now.getTime() - bucket.at.getTime()) / 1000;
  return { ...bucket, tokens: Math.min(bucket.burst, bucket.tokens + seconds * bucket.perSecond), at: latest(bucket.at, now) ?? now };
}
