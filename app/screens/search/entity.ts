import { href } from 'react-router';
import { type NounName, nouns } from '../../base/nouns.ts';
import type { FoundCount } from './contract.ts';

/** What is searched for. */
export const entityTypes = ['orders', 'purchase_orders', 'products', 'raw_materials'] as const satisfies NounName[];
export type EntityType = (typeof entityTypes)[number];

/** Their names in sentences, and list pages. */
export const entities: Pick<typeof nouns, EntityType> = nouns;

export const entityNamed = (name: string | undefined) => entityTypes.find((known) => known === name);

export const searchAddress = (type: EntityType, query: string) =>
  `${href('/search/:entityType', { entityType: type })}?${new URLSearchParams({ q: query })}`;

/** `7`, `20+` */
export const writeFound = ({ count, more }: FoundCount) => `${count}${more ? '+' : ''}`;
