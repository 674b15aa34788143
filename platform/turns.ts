/** Turns at something that is scarce, so that one account leaves room for the others. In the memory of this process. */
export type Turns = {
  /** Waits for a turn; what it returns ends it, and must be called. @throws what `refusal` returns when too many of the account wait */
  take: (accountId: number) => Promise<() => void>;
};

export type TurnLimits = {
  /** Turns of one account at the same time. */
  each: number;
  /** Turns of all accounts at the same time. */
  all?: number;
  /** How many more of an account may wait. */
  waiting: number;
  refusal: () => Error;
};

/** Turns go to those that waited longest, except that an account which has all of its own is passed over. */
export function turns({ each, all = Number.POSITIVE_INFINITY, waiting, refusal }: TurnLimits): Turns {
  const running = new Map<number, number>();
  let queue: { accountId: number; start: () => void }[] = [];
  let inAll = 0;
  const isFree = (accountId: number) => inAll < all && (running.get(accountId) ?? 0) < each;
  const count = (accountId: number, change: 1 | -1) => {
    const now = (running.get(accountId) ?? 0) + change;
    inAll += change;
    if (now > 0) running.set(accountId, now);
    else running.delete(accountId);
  };
  const endOf = (accountId: number) => {
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      count(accountId, -1);
      const next = queue.find((other) => isFree(other.accountId));
      if (!next) return;
      queue = queue.filter((other) => other !== next);
      count(next.accountId, 1);
      next.start();
    };
  };
  return {
    async take(accountId) {
      if (isFree(accountId)) {
        count(accountId, 1);
        return endOf(accountId);
      }
      if (queue.filter((other) => other.accountId === accountId).length >= waiting) throw refusal();
      await new Promise<void>((start) => queue.push({ accountId, start }));
      return endOf(accountId);
    },
  };
}
