import type { Role } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type SearchedName, searchedNames } from '../../base/nouns.ts';
import { allNouns } from '../../entities/all.ts';
import { allHits } from '../../entities/hits.ts';
import { mayDo } from '../../people/accounts/people/permissions.ts';
import type { Found, Waiting } from '../../shared/noun/search.ts';
import type { FoundCount, FoundInAll } from './contract.ts';

/** How many a search of one noun returns at most. */
export const shownAtMost = 50;
/** What is found is counted so far; beyond it, that there are more. */
const countedAtMost = 20;

/** The best records of a noun for a query; none without words, or for whom its records are not. */
export async function findIn(tenant: Tenant, role: Role, name: SearchedName, query: string, most: number): Promise<Found> {
  const words = query.trim();
  if (words === '' || !mayDo(role, allHits[name].may)) return { hits: [], more: false };
  return allNouns[name].search?.find(tenant, words, most) ?? { hits: [], more: false };
}

/** The best few of each noun, and how many there are. */
export async function searchAll(tenant: Tenant, role: Role, query: string): Promise<FoundInAll> {
  const all = searchedNames.map(async (name) => {
    const found = await findIn(tenant, role, name, query, countedAtMost);
    return [name, { ...countOf(found), first: found.hits.slice(0, allHits[name].offered) }] as const;
  });
  return Object.fromEntries(await Promise.all(all)) as FoundInAll;
}

/** How many records of a noun are found, up to twenty. */
export async function countFound(tenant: Tenant, role: Role, name: SearchedName, query: string): Promise<FoundCount> {
  return countOf(await findIn(tenant, role, name, query, countedAtMost));
}

/** What those of these records wait for that wait for a person. */
export async function waitingOf(tenant: Tenant, name: SearchedName, ids: number[]): Promise<Waiting[]> {
  return ids.length > 0 ? ((await allNouns[name].search?.waiting?.(tenant, ids)) ?? []) : [];
}

/** Counts what was found, up to twenty. */
export const countOf = ({ hits: { length }, more }: Found): FoundCount => ({
  count: Math.min(length, countedAtMost),
  more: length > countedAtMost || (more && length > 0),
});
