import { AsyncLocalStorage } from 'node:async_hooks';
import { turns } from '../turns.ts';
import { refuse } from './refusal.ts';

export type AccountLimits = {
  /** Requests of one account that are worked on at the same time. */
  requests: number;
  /** Milliseconds of work that an account gets each second, in the long run; 0 for no limit. */
  busyMs: number;
};

/** Runs the work of a request for its account. @throws Refusal 429 where the account has used up its share of this process */
export type WithinAccount = <T>(accountId: number, work: () => Promise<T>) => Promise<T>;

/** What an account that did nothing for a while may use at once, as seconds of its share. */
const burstSeconds = 60;
/** Requests beyond those that are worked on. */
const mostWaiting = 200;

/**
 * Shares this process among accounts: each has so many requests at a time, whose time, with that of their statements, is taken from a
 * bucket. In the memory of this process: of several, each has its own.
 */
export function accountLimits({ requests, busyMs }: AccountLimits, now = () => performance.now()): WithinAccount {
  const inFlight = turns({ each: requests, waiting: mostWaiting, refusal: () => tooMuch(1) });
  const buckets = new Map<number, { left: number; at: number }>();
  const full = busyMs * burstSeconds;
  const leftOf = (accountId: number): number => {
    const bucket = buckets.get(accountId);
    return bucket ? Math.min(full, bucket.left + ((now() - bucket.at) / 1_000) * busyMs) : full;
  };
  const charge = (accountId: number, ms: number) => {
    const left = leftOf(accountId) - ms;
    // A full bucket is one that nobody knows of.
    if (left >= full) buckets.delete(accountId);
    else buckets.set(accountId, { left, at: now() });
  };
  return async (accountId, work) => {
    const left = busyMs === 0 ? full + 1 : leftOf(accountId);
    if (left <= 0) throw tooMuch(Math.ceil(-left / busyMs) + 1);
    const end = await inFlight.take(accountId);
    let started = now();
    const pause = () => {
      if (busyMs > 0) charge(accountId, now() - started);
      end();
      return () => {
        started = now();
      };
    };
    try {
      return await current.run({ pause }, work);
    } finally {
      pause();
    }
  };
}

/** The request whose work this is. */
const current = new AsyncLocalStorage<{ pause: () => () => void }>();

/** Waits for what other processes or systems do: meanwhile the request takes none of its account's share. */
export async function whileWaiting<T>(wait: () => Promise<T>): Promise<T> {
  const goOn = current.getStore()?.pause();
  try {
    return await wait();
  } finally {
    goOn?.();
  }
}

const tooMuch = (seconds: number) =>
  refuse(
    429,
    'account_busy',
    `Your account has more requests under way than the server takes of one account. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    { 'retry-after': String(seconds) },
  );
