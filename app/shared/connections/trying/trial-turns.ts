import { allowance } from '../../../../platform/allowance.ts';
import { whileWaiting } from '../../../../platform/http/front-door.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { turns } from '../../../../platform/turns.ts';

const tooMany = 'Your account is waiting for several replies of other systems just now. Try again in a moment.';
const refusal = (seconds: number) => refuse(429, 'too_many_requests', tooMany, { 'retry-after': String(seconds) });
const trials = turns({ each: 2, waiting: 4, refusal: () => refusal(15) });
/** A server of one's own may reply as fast as it is asked. */
const aMinute = allowance(20, refusal);

/** Calls another system while a person waits: two at a time for an account and so many a minute, because nobody knows what it replies. */
export async function trial<T>({ accountId }: { accountId: number }, call: () => Promise<T>): Promise<T> {
  aMinute.take(accountId);
  const end = await trials.take(accountId);
  try {
    return await whileWaiting(call);
  } finally {
    end();
  }
}
