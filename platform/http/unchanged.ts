import { isDeepStrictEqual } from 'node:util';
import { refuse } from './refusal.ts';

/** What somebody saw before they changed it, undefined where they do not say; what is there now; what they want it to be. */
type Change<T> = { was: T | undefined; now: T; to?: T };

/**
 * Refuses to save over what another person saved meanwhile, unless that is what is wanted. Lock what is `now` before. Whoever was told
 * sends no `was` when they save again. @throws Refusal 409 with what `sentence` says, which ends with what to do
 */
export function requireUnchanged<T>({ was, now, to }: Change<T>, sentence: () => string): void {
  if (was === undefined || isDeepStrictEqual(was, now) || (to !== undefined && isDeepStrictEqual(to, now))) return;
  throw refuse(409, 'changed_meanwhile', `${sentence()} Look at it again before you save.`);
}
