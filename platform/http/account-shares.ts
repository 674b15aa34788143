import type { Account } from './door.ts';
import type { GivingWay } from './giving-way.ts';

export type AccountLimits = {
  /** Requests of one account that are worked on at the same time. */
  requests: number;
  /** Milliseconds of work that an account gets each second, in the long run; 0 for no limit. */
  busyMs: number;
};

/** Everybody whose account is not known: none of them waits for another's end. */
export const strangers = 0;

/** What an account that did nothing for a while may use at once, as seconds of its share. */
const burstSeconds = 30;
const mostKnown = 1_000;

/** The shares of accounts in this process. */
export type Shares = {
  of: (id: number) => Account;
  /** How many requests of an account may be open now. */
  most: (account: Account) => number;
  /** Takes from its share what a request of it used since then. Returns for how many ms its place stays empty. */
  spend: (account: Account, since: number) => number;
};

/**
 * Each account has a bucket of time, which its requests and their statements empty: the emptier it is, the fewer they are, down to what its
 * share amounts to.
 */
export function accountShares({ requests, busyMs }: AccountLimits, now: () => number, way: GivingWay): Shares {
  const accounts = knownAccounts(busyMs, now);
  const full = busyMs * burstSeconds;
  const fewest = busyMs === 0 ? requests : Math.min(requests, Math.max(1, Math.round(busyMs / 1_000)));
  return {
    of: accounts,
    most(account) {
      if (account.id === strangers) return Number.POSITIVE_INFINITY;
      if (busyMs > 0 && way.mustYield(account)) return fewest;
      return fewest + Math.ceil((requests - fewest) * Math.max(0, account.left / (full || 1)));
    },
    spend(account, since) {
      const used = busyMs > 0 ? now() - since : 0;
      account.left -= used;
      accounts(account.id).recent += used;
      return account.id === strangers || used === 0 ? 0 : way.restAfter(account, used);
    },
  };
}

/** Accounts as they are now: their buckets fill, and what they used just now fades. */
function knownAccounts(busyMs: number, now: () => number): (id: number) => Account {
  const accounts = new Map<number, Account>();
  const full = busyMs * burstSeconds;
  /** Who has a full bucket and did nothing for a while need not be known. */
  const forgetIdle = () => {
    for (const { id, open, waiting, at } of accounts.values())
      if (open + waiting.length === 0 && now() - at > burstSeconds * 1_000) accounts.delete(id);
  };
  return (id) => {
    if (accounts.size >= mostKnown && !accounts.has(id)) forgetIdle();
    const account = accounts.get(id) ?? { id, open: 0, waiting: [], left: full, recent: 0, at: now(), turn: -1 };
    accounts.set(id, account);
    const seconds = (now() - account.at) / 1_000;
    account.left = Math.min(full, account.left + seconds * busyMs);
    account.recent *= Math.exp(-seconds);
    account.at = now();
    return account;
  };
}
