import { type AccountLimits, accountShares, strangers } from './account-shares.ts';
import type { Account, Door, Place, Visit } from './door.ts';
import { givingWay } from './giving-way.ts';
import { refuse } from './refusal.ts';
import { waitingLine } from './waiting-line.ts';

/** Requests of an account beyond those that are worked on, and how long they wait. */
const mostWaiting = 200;
const longestWaitMs = 10_000;
/** Whoever asks beyond that is told after so long: told at once, they would ask again at once. */
const refusedAfterMs = 1_000;

/**
 * Shares this process among accounts. Each has so many requests at a time, whose time, with that of their statements, is taken from its
 * share, and they begin in turn. Who used much just now has fewer at once, and rests as long as it worked, while others are served and the
 * process is busy. In the memory of this process: of several, each has its own.
 */
export function accountLimits(limits: AccountLimits, now = () => performance.now(), way = givingWay(now)): Door {
  const shares = accountShares(limits, now, way);
  const line = waitingLine(shares, now, (visit) => visit.guest.start(placeOf(visit)));
  const close = ({ account, since }: Visit) => {
    const rest = shares.spend(account, since);
    if (rest === 0) line.free(account);
    else setTimeout(() => line.free(account), rest).unref();
  };
  const placeOf = (visit: Visit): Place => ({
    end() {
      const { state } = visit;
      visit.state = 'ended';
      if (state === 'waiting') line.leave(visit);
      if (state === 'open') close(visit);
    },
    belongsTo(id) {
      if (visit.state !== 'open' || visit.account.id === id) return;
      close(visit);
      Object.assign(visit, { account: shares.of(id), since: now() });
      visit.account.open += 1;
    },
  });
  return {
    enter(accountId, guest) {
      const account = shares.of(accountId ?? strangers);
      way.came(account.id);
      const visit: Visit = { guest, account, state: 'waiting', since: now() };
      const isFull = hasEnough(account);
      visit.timer = setTimeout(() => sendAway(visit, line.leave), isFull ? refusedAfterMs : longestWaitMs).unref();
      if (!isFull) line.join(visit);
      line.begin(account);
      return placeOf(visit);
    },
  };
}

const hasEnough = ({ waiting }: Account) => waiting.length >= mostWaiting;

function sendAway(visit: Visit, leave: (visit: Visit) => void): void {
  leave(visit);
  visit.state = 'ended';
  const sentence = 'Your account has more requests under way than the server takes of one account. Try again in a second.';
  visit.guest.refuse(refuse(429, 'account_busy', sentence, { 'retry-after': '1' }));
}
