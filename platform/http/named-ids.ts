import type { SignedIn } from '../signed-in.ts';
import { refuse } from './refusal.ts';

type Field = 'accountId' | 'account_id' | 'userId' | 'user_id';

/**
 * Account and user ids in a request are never trusted: each must be the session's own. Looks into nested objects and
 * lists too. @throws Refusal 403
 */
export function checkNamedIds(session: SignedIn, parts: unknown[], except: readonly Field[] = []): void {
  for (const part of parts) check(part, 0);

  function check(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    for (const [field, entry] of Object.entries(value)) {
      const own = ownValue(field);
      if (
        own !== undefined &&
        entry !== null &&
        entry !== '' &&
        !(except as readonly string[]).includes(field) &&
        entry !== own &&
        entry !== String(own)
      ) {
        throw refuse(403, 'other_account', 'This belongs to another account.');
      }
      check(entry, depth + 1);
    }
  }

  function ownValue(field: string): number | undefined {
    if (field === 'accountId' || field === 'account_id') return session.accountId;
    return field === 'userId' || field === 'user_id' ? session.userId : undefined;
  }
}

const deepest = 6;
