import { refuse } from '../../../../platform/http/refusal.ts';
import type { Directory } from '../people/directory.ts';
import { attempt } from './attempts.ts';

const [fiveMinutes, aDay] = [5 * 60, 24 * 60 * 60];
/** A day, to one address. */
const mostMails = 5;

/**
 * Whether an address may be mailed what somebody else asks for: once in five minutes and five times a day, of each kind, whichever
 * accounts ask. Counts it. Returns after how many seconds it may be asked again; null where it may.
 */
export async function allowMailTo(directory: Directory, kind: 'invitation' | 'confirmation', email: string): Promise<number | null> {
  const key = `mail of ${kind}|${email.toLowerCase()}`;
  const soon = await attempt(directory, key, { window: fiveMinutes, max: 1 });
  if (!soon.allowed) return soon.retryAfter ?? fiveMinutes;
  const often = await attempt(directory, `${key}|day`, { window: aDay, max: mostMails });
  return often.allowed ? null : (often.retryAfter ?? aDay);
}

/** The refusal of a mail that has to wait so long. */
export function mailedBefore(email: string, seconds: number) {
  const wait = seconds <= 3_600 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
  return refuse(429, 'mailed_before', `${email} was mailed before. Send it again in ${wait}.`, { 'retry-after': String(seconds) });
}
