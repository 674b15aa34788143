import { href } from 'react-router';
import { type SearchedName, searchedNames } from '../../base/nouns.ts';
import type { FoundCount } from './contract.ts';

export const searchedNamed = (name: string | undefined) => searchedNames.find((each) => each === name);

export const searchAddress = (name: SearchedName, query: string) =>
  `${href('/search/:entityType', { entityType: name })}?${new URLSearchParams({ q: query })}`;

/** `7`, `20+` */
export const writeFound = ({ count, more }: FoundCount) => `${count}${more ? '+' : ''}`;
