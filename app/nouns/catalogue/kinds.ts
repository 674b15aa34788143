import { nouns } from '../../base/nouns.ts';

/** The kinds of catalogue items, with their names in addresses, calls and sentences. Browser-safe. */
export const kinds = {
  products: { ...nouns.products, api: '/api/products', type: 'product' },
  raw_materials: { ...nouns.raw_materials, api: '/api/raw_materials', type: 'raw_material' },
} as const;

/** Also the name of the table. */
export type Kind = keyof typeof kinds;

/** The same for each kind, by its words and addresses. */
export const ofKinds = <Declared>(declare: (words: (typeof kinds)[Kind]) => Declared): Record<Kind, Declared> => ({
  ...{ products: declare(kinds.products), raw_materials: declare(kinds.raw_materials) },
});

export const itemAddress = (kind: Kind, id: number) => kinds[kind].pathOf(id);
