import { href } from 'react-router';
import { type SearchedName, searchedNames } from '../../base/nouns.ts';
import type { FoundCount } from './contract.ts';

export const searchedNamed = (name: string | undefined) => searchedNames.find((each) => each === name);

export const searchAddress = (name: SearchedName, query: string) =>
  `${href('/search/:entityType', { entityType: name })}?${new URLSearchParams({ q: query })}`;

/** The words in an address of results. */
export const queryIn = (search: URLSearchParams) => (search.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 200);

/**
 * Whether these results are on the screen already. The browser names the page that asks: it is read anew while somebody looks at it,
 * perhaps with a dialog open, and after Back.
 */
export function isShownAt(referer: string | null, name: SearchedName, query: string): boolean {
  const from = URL.parse(referer ?? '');
  return from?.pathname === href('/search/:entityType', { entityType: name }) && queryIn(from.searchParams) === query;
}

/** `7`, `20+` */
export const writeFound = ({ count, more }: FoundCount) => `${count}${more ? '+' : ''}`;
