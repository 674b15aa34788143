import { whileWaiting } from '../../platform/http/account-limits.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { turns } from '../../platform/turns.ts';

const tooMany = 'Your account is testing several connections just now. Try again in a moment.';
const trials = turns({ each: 2, waiting: 4, refusal: () => refuse(429, 'too_many_requests', tooMany, { 'retry-after': '15' }) });

/** Calls another system while a person waits: two at a time for an account, because nobody knows how long it takes to reply. */
export async function trial<T>({ accountId }: { accountId: number }, call: () => Promise<T>): Promise<T> {
  const end = await trials.take(accountId);
  try {
    return await whileWaiting(call);
  } finally {
    end();
  }
}
