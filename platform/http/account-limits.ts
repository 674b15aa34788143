import { givingWay } from './giving-way.ts';
import { type Refusal, refuse } from './refusal.ts';

export type AccountLimits = {
  /** Requests of one account that are worked on at the same time. */
  requests: number;
  /** Milliseconds of work that an account gets each second, in the long run; 0 for no limit. */
  busyMs: number;
};

/** A request that wants to be worked on. One of the two is called, at once or later. */
export type Guest = { start: (place: Place) => void; refuse: (refusal: Refusal) => void };

/** A request's place among those of its account. */
export type Place = {
  /** It is done, has left, or goes on with what is done elsewhere: from now on it takes nothing of its account's share. */
  end: () => void;
  /** It turned out to be this account's. */
  belongsTo: (accountId: number) => void;
};

/** Null is an account that is not known yet. */
export type Door = { enter: (accountId: number | null, guest: Guest) => Place };

/** What an account that did nothing for a while may use at once, as seconds of its share. */
const burstSeconds = 30;
/** Requests of an account beyond those that are worked on, and how long they wait. */
const mostWaiting = 200;
const mostKnown = 1_000;
const longestWaitMs = 10_000;
/** Whoever asks beyond that is told after so long: told at once, they would ask again at once. */
const refusedAfterMs = 1_000;
/** Everybody whose account is not known: none of them waits for another's end. */
const strangers = 0;

type Account = { id: number; open: number; waiting: Visit[]; left: number; recent: number; at: number; turn: number };
type Visit = { guest: Guest; account: Account; state: 'waiting' | 'open' | 'ended'; since: number; timer?: NodeJS.Timeout };

/**
 * Shares this process among accounts. Each has so many requests at a time, whose time, with that of their statements, is taken from a
 * bucket: the emptier it is, the fewer they are, down to what its share amounts to. And only one of an account begins in a turn of the
 * event loop: however many come together, what others have to do is in between. Who used much just now has fewer at once, and rests as long
 * as it worked, while others are served and the process is busy. In the memory of this process: of several, each has its own.
 */
export function accountLimits({ requests, busyMs }: AccountLimits, now = () => performance.now(), way = givingWay(now)): Door {
  const accounts = new Map<number, Account>();
  /** Those of which a request waits. */
  const queues = new Set<Account>();
  const full = busyMs * burstSeconds;
  const fewest = busyMs === 0 ? requests : Math.min(requests, Math.max(1, Math.round(busyMs / 1_000)));
  let turn = 0;
  let isTurnEnding = false;

  const accountOf = (id: number): Account => {
    if (accounts.size >= mostKnown && !accounts.has(id)) forgetIdle();
    const account = accounts.get(id) ?? { id, open: 0, waiting: [], left: full, recent: 0, at: now(), turn: -1 };
    accounts.set(id, account);
    const seconds = (now() - account.at) / 1_000;
    account.left = Math.min(full, account.left + seconds * busyMs);
    account.recent *= Math.exp(-seconds);
    account.at = now();
    return account;
  };
  /** Who has a full bucket and did nothing for a while need not be known. */
  const forgetIdle = () => {
    for (const { id, open, waiting, at } of accounts.values())
      if (open + waiting.length === 0 && now() - at > burstSeconds * 1_000) accounts.delete(id);
  };
  const mostOf = (account: Account): number => {
    if (account.id === strangers) return Number.POSITIVE_INFINITY;
    if (busyMs > 0 && way.mustYield(account)) return fewest;
    return fewest + Math.ceil((requests - fewest) * Math.max(0, account.left / (full || 1)));
  };

  const begin = (account: Account) => {
    if (account.turn === turn || account.open >= mostOf(account)) return;
    const visit = account.waiting.shift();
    if (account.waiting.length === 0) queues.delete(account);
    if (!visit) return;
    clearTimeout(visit.timer);
    account.turn = turn;
    account.open += 1;
    Object.assign(visit, { state: 'open', since: now() });
    endTurn();
    visit.guest.start(place(visit));
  };
  const endTurn = () => {
    if (isTurnEnding) return;
    isTurnEnding = true;
    setImmediate(() => {
      isTurnEnding = false;
      turn += 1;
      const waiting = [...queues].map(({ id }) => accountOf(id));
      // Who used least is first.
      for (const account of waiting.sort((a, b) => b.left - a.left)) begin(account);
    });
  };
  const leave = ({ account, since }: Visit) => {
    const used = busyMs > 0 ? now() - since : 0;
    account.left -= used;
    accountOf(account.id).recent += used;
    const rest = account.id === strangers || used === 0 ? 0 : way.restAfter(account, used);
    if (rest === 0) free(account);
    else setTimeout(() => free(account), rest).unref();
  };
  const free = (account: Account) => {
    account.open -= 1;
    if (account.waiting.length > 0) endTurn();
  };
  const forget = (visit: Visit) => {
    clearTimeout(visit.timer);
    visit.account.waiting = visit.account.waiting.filter((other) => other !== visit);
    if (visit.account.waiting.length === 0) queues.delete(visit.account);
  };
  const place = (visit: Visit): Place => ({
    end() {
      const { state } = visit;
      visit.state = 'ended';
      if (state === 'waiting') forget(visit);
      if (state === 'open') leave(visit);
    },
    belongsTo(id) {
      if (visit.state !== 'open' || visit.account.id === id) return;
      leave(visit);
      Object.assign(visit, { account: accountOf(id), since: now() });
      visit.account.open += 1;
    },
  });
  return {
    enter(accountId, guest) {
      const account = accountOf(accountId ?? strangers);
      way.came(account.id);
      const visit: Visit = { guest, account, state: 'waiting', since: now() };
      const isFull = account.waiting.length >= mostWaiting;
      const sendAway = () => {
        forget(visit);
        visit.state = 'ended';
        guest.refuse(tooMuch());
      };
      visit.timer = setTimeout(sendAway, isFull ? refusedAfterMs : longestWaitMs).unref();
      if (!isFull) {
        account.waiting.push(visit);
        queues.add(account);
      }
      begin(account);
      return place(visit);
    },
  };
}

const tooMuch = () => {
  const sentence = 'Your account has more requests under way than the server takes of one account. Try again in a second.';
  return refuse(429, 'account_busy', sentence, { 'retry-after': '1' });
};
