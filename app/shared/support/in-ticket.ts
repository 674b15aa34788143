import { allowance } from '../../../platform/allowance.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import type { SignedIn } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { accountOfTicket } from './ticket-account.ts';

type Work<T> = (tenant: Tenant) => Promise<T>;
type Call = { session: SignedIn; params: { id: number }; reading: <T>(work: Work<T>) => Promise<T> };
type Writing = Call & { inAccount: <T>(accountId: number, work: Work<T>) => Promise<T> };
type Reading = Call & { readingAccount: <T>(accountId: number, work: Work<T>) => Promise<T> };

/**
 * Runs `work` in one transaction of the account that the ticket in the path belongs to. @throws Refusal 404 where this person has no such
 * ticket
 */
export const inTicket = async <T>(call: Writing, work: Work<T>): Promise<T> => call.inAccount(await accountOf(call), work);

/** The same for work that only reads. */
export const readingTicket = async <T>(call: Reading, work: Work<T>): Promise<T> => call.readingAccount(await accountOf(call), work);

const accountOf = ({ session, params, reading }: Call) => reading((tenant) => accountOfTicket(tenant, session.role, params.id));

/** Nobody writes more to tickets by hand; what is written is mailed, and wakes the queue of all accounts. By person. */
export const aMinute = allowance(60, (seconds) =>
  refuse(429, 'too_many_requests', 'You have written much to tickets within a minute. Try again in a moment.', {
    'retry-after': String(seconds),
  }),
);
