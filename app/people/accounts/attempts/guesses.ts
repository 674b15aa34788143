import { refuse } from '../../../../platform/http/refusal.ts';
import type { Directory } from '../people/directory.ts';
import { attempt } from './attempts.ts';

const quarterOfAnHour = 15 * 60;

/** Limits guesses of one person's password from many addresses. Returns the key, to clear after a success. @throws Refusal */
export async function allowGuess(directory: Directory, key: string, max = 10): Promise<string> {
  const { allowed, retryAfter } = await attempt(directory, key, { window: quarterOfAnHour, max });
  if (!allowed) throw tooMany(retryAfter ?? quarterOfAnHour);
  return key;
}

export function tooMany(seconds: number) {
  const wait = seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return refuse(429, 'too_many_attempts', `Too many attempts. Try again in ${wait}.`, { 'retry-after': String(seconds) });
}
