import type { Clock } from '../clock.ts';
import { type Counters, newCounters } from '../counters.ts';
import type { Caller } from '../front-door.ts';
import { createRunning, type Running } from '../limit.ts';
import { toWall } from '../wall-clock.ts';
import { type Books, openBooks } from './books.ts';
import { seed } from './seed.ts';
import { clientIdOf, createSignIn, type Integration, newKey, type SignIn } from './sign-in.ts';
import type { Wall } from './suiteql/masks.ts';

/** `zone` is the account's time zone, and `dateMask` its format: SuiteQL writes dates in both. Without a private key it makes one. */
export type NetsuiteCompany = { accountId: string; zone: string; dateMask: string; privateKey?: string };

/**
 * What an administrator can set: periods before `closedBefore` (`2026-11-01`) are closed, more may be received than was ordered, the
 * integration's role is an administrator's, who may ask for the limits, and whether there are drop shipments and units of measure, or
 * no columns for them.
 */
export type Preferences = {
  closedBefore: string | null;
  overage: boolean;
  administrator: boolean;
  dropShipments: boolean;
  units: boolean;
};

/** One company's NetSuite. */
export type NetsuiteAccount = Caller &
  NetsuiteCompany & {
    counters: Counters;
    books: Books;
    integration: Integration;
    signIn: SignIn;
    preferences: Preferences;
    /** Requests under way; all integrations of the account share the limit. */
    running: Running;
    /** The account's wall clock, to the second. */
    wall: () => Wall;
    stop: () => void;
  };

export type AccountParts = { clock: Clock; folder: string | undefined; most: () => number | null };

export function createNetsuiteAccount(company: NetsuiteCompany, { clock, folder, most }: AccountParts): NetsuiteAccount {
  const books = openBooks(folder, company.accountId);
  const wall = () => Math.floor(toWall(company.zone, clock.now()) / 1000) * 1000;
  books.once('seeded', () => seed(books));
  const integration = { clientId: clientIdOf(company.accountId), certificateId: `${company.accountId}-certificate`, privateKey: '' };
  integration.privateKey = company.privateKey ?? books.kept('privateKey', newKey);
  return {
    ...company,
    ...{ books, integration, wall },
    counters: newCounters(),
    standing: () => null,
    signIn: createSignIn(integration, clock),
    preferences: { closedBefore: null, overage: false, administrator: false, dropShipments: true, units: true },
    running: createRunning(most),
    stop: () => books.close(),
  };
}
