import { refuse } from '../../../../platform/http/refusal.ts';
import type { Directory } from '../people/directory.ts';
import { attempt } from './attempts.ts';

const [fiveMinutes, aDay] = [5 * 60, 24 * 60 * 60];
/** A day, to one address, and to all addresses for one account. */
const [mostMails, mostOfAccount] = [5, 100];

type Mail = { kind: 'invitation' | 'confirmation'; accountId: number; email: string };

/**
 * Whether an address may be mailed what somebody else asks for: of each kind once in five minutes and five times a day, whichever accounts
 * ask, and 100 a day for one account. Counts it. Returns after how many seconds it may be asked again; null where it may.
 */
export async function allowMail(directory: Directory, { kind, accountId, email }: Mail): Promise<number | null> {
  const key = `mail of ${kind}|${email.toLowerCase()}`;
  const soon = await attempt(directory, key, { window: fiveMinutes, max: 1 });
  if (!soon.allowed) return soon.retryAfter ?? fiveMinutes;
  const often = await attempt(directory, `${key}|day`, { window: aDay, max: mostMails });
  if (!often.allowed) return often.retryAfter ?? aDay;
  return (await attempt(directory, `mails of ${kind}|${accountId}`, { window: aDay, max: mostOfAccount })).retryAfter;
}

/** The refusal of a mail that has to wait so long. */
export function mailedBefore(email: string, seconds: number) {
  const wait = seconds <= 3_600 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
  return refuse(429, 'mailed_before', `${email} was mailed before. Send it again in ${wait}.`, { 'retry-after': String(seconds) });
}
