import { nouns } from '../../base/nouns.ts';

/** The kinds of catalogue items, with their names in addresses, calls and sentences. Browser-safe. */
export const kinds = {
  products: { ...nouns.products, api: '/api/products' },
  raw_materials: { ...nouns.raw_materials, api: '/api/raw_materials' },
} as const;

/** Also the name of the table. */
export type Kind = keyof typeof kinds;

export const itemAddress = (kind: Kind, id: number) => kinds[kind].pathOf(id);
