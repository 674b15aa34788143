import type { DateStyle } from './date-style.ts';

/** `super` runs the portal and may act as any account; the others belong to one. */
export type Role = 'super' | 'account_admin' | 'admin' | 'user';

/**
 * work: orders, purchase orders, products, imports, exports, tickets · map: mappings, presets, time windows, notifications ·
 * connect: connections and their secrets · team: invite, remove, assign departments · portal: other accounts and what all share.
 */
export type Permission = 'work' | 'map' | 'connect' | 'team' | 'portal';

/**
 * What a call was made with that no person made: its maker is the person of `SignedIn`. `version`: the API's, as `2026-11-27`.
 * `shopId`: the connection that it sells for; left out where it sells for none.
 */
export type KeyOfCall = { id: number; name: string; scopes: readonly string[]; version: string; shopId?: number; isAgent?: boolean };

/** The session of a request: the person and the account. */
export type SignedIn = {
  /** Which of the person's sessions, as they see them in their profile. It stays the same when the token changes. 0 for a key. */
  sessionId: number;
  userId: number;
  /** The account of this request: the person's own, or the one that a super admin acts as. */
  accountId: number;
  role: Role;
  name: string;
  email: string;
  /** IANA name; every date is shown in it. */
  timezone: string;
  /** How every date is written, except where the specification says how. */
  dateStyle: DateStyle;
  /** How many rows a page of a list has unless its address says so. */
  pageSize: number;
  accountName: string;
  /** A super admin is acting as another account. */
  actingAs: boolean;
  /** They must sign in by a second factor, and have none yet: until it is set up nothing else is served. */
  needsTwoFactor: boolean;
  /** The key that this call was made with, instead of a session. */
  key?: KeyOfCall;
};
