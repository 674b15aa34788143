import { href } from 'react-router';
import { kinds } from '../../nouns/catalogue/kinds.ts';
import type { FoundCount } from './contract.ts';

/** The searchable entities: their type in the address, names in sentences, and list page. */
export const entities = {
  orders: { title: 'Orders', many: 'orders', path: href('/orders') },
  purchase_orders: { title: 'Purchase orders', many: 'purchase orders', path: href('/purchase-orders') },
  products: kinds.products,
  raw_materials: kinds.raw_materials,
} as const;
export type EntityType = keyof typeof entities;

export const entityTypes = ['orders', 'purchase_orders', 'products', 'raw_materials'] as const satisfies EntityType[];

export const entityNamed = (name: string | undefined) => entityTypes.find((known) => known === name);

export const searchAddress = (type: EntityType, query: string) =>
  `${href('/search/:entityType', { entityType: type })}?${new URLSearchParams({ q: query })}`;

/** `7`, `20+` */
export const writeFound = ({ count, more }: FoundCount) => `${count}${more ? '+' : ''}`;
