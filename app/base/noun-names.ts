/** The nouns of the product, by the names of their tables: `entities.ts` has a declaration of each. */
export const nounNames = ['orders', 'purchase_orders', 'products', 'raw_materials'] as const;
export type NounName = (typeof nounNames)[number];
