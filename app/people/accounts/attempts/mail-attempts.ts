import { refuse } from '../../../../platform/http/refusal.ts';
import type { Directory } from '../people/directory.ts';
import { attempt, giveBack } from './attempts.ts';

const [fiveMinutes, aDay] = [5 * 60, 24 * 60 * 60];
/** A day, to one address, and to all addresses for one account. */
const [mostMails, mostOfAccount] = [5, 100];

type Mail = { kind: 'invitation' | 'confirmation'; accountId: number; email: string };
/** A limit that was met: of the address or of the account, and after how many seconds it may be asked again. */
export type Met = { of: 'address' | 'account'; seconds: number };

/**
 * Whether an address may be mailed what somebody else asks for: of each kind once in five minutes and five times a day, whichever accounts
 * ask, and 100 a day for one account. Counts it where it may. Returns the limit that was met, null where none was.
 */
export async function allowMail(directory: Directory, mail: Mail): Promise<Met | null> {
  const counted: string[] = [];
  for (const { of, key, ...limit } of limitsOf(mail)) {
    const { allowed, retryAfter } = await attempt(directory, key, limit);
    counted.push(key);
    if (allowed) continue;
    await giveBack(directory, counted);
    return { of, seconds: retryAfter ?? limit.window };
  }
  return null;
}

/** For a mail that was allowed and that no server took: it can be tried again at once, and counts towards no limit. */
export async function forgetMail(directory: Directory, mail: Mail): Promise<void> {
  await giveBack(
    directory,
    limitsOf(mail).map(({ key }) => key),
  );
}

function limitsOf({ kind, accountId, email }: Mail) {
  const key = `mail of ${kind}|${email.toLowerCase()}`;
  return [
    { of: 'address', key, window: fiveMinutes, max: 1 },
    { of: 'address', key: `${key}|day`, window: aDay, max: mostMails },
    { of: 'account', key: `mails of ${kind}|${accountId}`, window: aDay, max: mostOfAccount },
  ] as const;
}

/** The refusal of a mail for which a limit was met. */
export function mailedBefore(email: string, { of, seconds }: Met) {
  const wait = seconds <= 3_600 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
  const ofAccount = `Your account has had ${mostOfAccount} such mails sent within a day, which is the most.`;
  const sentence = `${of === 'address' ? `${email} was mailed before.` : ofAccount} Send it again in ${wait}.`;
  return refuse(429, 'mailed_before', sentence, { 'retry-after': String(seconds) });
}
