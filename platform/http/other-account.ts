import type { SignedIn } from '../signed-in.ts';
import { refuse } from './refusal.ts';

/**
 * Who acts in a transaction of this account. In another than the session's only a super admin does, and what they do there is
 * recorded as acting. @throws Refusal 404 for everybody else: to them the account does not exist
 */
export function actorIn(accountId: number, session: SignedIn): SignedIn {
  if (accountId === session.accountId) return session;
  if (session.role !== 'super') throw refuse(404, 'not_found', 'There is no such record.');
  return { ...session, accountId, actingAs: true };
}
