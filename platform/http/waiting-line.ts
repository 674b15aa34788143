import type { Shares } from './account-shares.ts';
import type { Account, Visit } from './door.ts';

export type WaitingLine = {
  join: (visit: Visit) => void;
  /** Begins the next of an account, where it may. */
  begin: (account: Account) => void;
  /** One that waits no longer does. */
  leave: (visit: Visit) => void;
  /** One of an account that was open is done. */
  free: (account: Account) => void;
};

/**
 * Who waits, and whose turn it is. Only one of an account begins in a turn of the event loop: however many come together, what others have
 * to do is in between. Who used least of its share is first.
 */
export function waitingLine(shares: Shares, now: () => number, begun: (visit: Visit) => void): WaitingLine {
  /** Those of which a request waits. */
  const queues = new Set<Account>();
  const turns = turnsOfLoop(() => {
    const waiting = [...queues].map(({ id }) => shares.of(id));
    for (const account of waiting.sort((a, b) => b.left - a.left)) begin(account);
  });
  const begin = (account: Account) => {
    if (account.turn === turns.now() || account.open >= shares.most(account)) return;
    const [visit] = account.waiting;
    if (!visit) return;
    leave(visit);
    account.turn = turns.now();
    account.open += 1;
    Object.assign(visit, { state: 'open', since: now() });
    turns.end();
    begun(visit);
  };
  const leave = (visit: Visit) => {
    const { account } = visit;
    clearTimeout(visit.timer);
    account.waiting = account.waiting.filter((other) => other !== visit);
    if (account.waiting.length === 0) queues.delete(account);
  };
  return {
    begin,
    leave,
    join(visit) {
      visit.account.waiting.push(visit);
      queues.add(visit.account);
    },
    free(account) {
      account.open -= 1;
      if (account.waiting.length > 0) turns.end();
    },
  };
}

/** Counts turns of the event loop: after one that is to end, `next` is called, once. */
function turnsOfLoop(next: () => void): { now: () => number; end: () => void } {
  let now = 0;
  let isEnding = false;
  return {
    now: () => now,
    end() {
      if (isEnding) return;
      isEnding = true;
      setImmediate(() => {
        isEnding = false;
        now += 1;
        next();
      });
    },
  };
}
