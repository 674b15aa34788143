import { type Refusal, refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { ChangeNoun } from './noun.ts';
import { isSame } from './record.ts';
import { type By, lastChangedBy } from './since.ts';

/** What somebody saw before they changed or deleted it, undefined where they do not say; what is there now; what they want it to be. */
type Saw<T> = { was: T | undefined; now: T; to?: T; isDeletion?: boolean };
type Which = { noun: ChangeNoun; recordId: number; fields?: readonly string[] };

/** Nobody of whom the ledger knows. */
export const somebodyElse: By = { who: 'Somebody else', on: '' };

/**
 * Refuses to save over or delete what another person saved since, unless that is what is wanted. Lock what is `now` before. Whoever was
 * told sends no `was` when they save again. @throws Refusal 409 with what `sentence` says of whoever it was, and what to do
 */
export async function requireUnchanged<T>(
  tenant: Tenant,
  { noun, ...which }: Which,
  { was, now, to, isDeletion = false }: Saw<T>,
  sentence: (by: By) => string,
): Promise<void> {
  if (was === undefined || isSame(was, now) || (to !== undefined && isSame(to, now))) return;
  const by = (await lastChangedBy(tenant, { noun: noun.name, ...which })) ?? somebodyElse;
  throw changedMeanwhile(sentence(by), isDeletion ? 'delete it' : 'save');
}

/** The refusal to save over what another person saved, or to delete it. Screens know it by its code. */
export const changedMeanwhile = (sentence: string, meant: 'save' | 'delete it' = 'save'): Refusal =>
  refuse(409, 'changed_meanwhile', `${sentence} Look at it again before you ${meant}.`);
