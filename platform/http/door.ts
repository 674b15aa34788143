import type { Refusal } from './refusal.ts';

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

/** A request from when it came until it has ended. */
export type Visit = { guest: Guest; account: Account; state: 'waiting' | 'open' | 'ended'; since: number; timer?: NodeJS.Timeout };

/**
 * What is known of an account: what it has open, what is `left` of its share, what it used just now, and in which turn one of its requests
 * began last.
 */
export type Account = { id: number; open: number; waiting: Visit[]; left: number; recent: number; at: number; turn: number };
