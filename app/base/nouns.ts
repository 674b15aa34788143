import { href } from 'react-router';

type Words = {
  /** In a sentence. */
  one: string;
  many: string;
  /** Of its page. */
  title: string;
  /** The page that lists its records. */
  path: string;
  /** The page of one of them. */
  pathOf?: (id: number) => string;
};

/**
 * The nouns of the product by their names in calls and rows, most of them those of their tables, and what sentences and addresses call
 * them. `entities/all.ts` has a declaration of each. Browser-safe.
 */
export const nouns = {
  orders: {
    ...{ one: 'order', many: 'orders', title: 'Orders', path: href('/orders') },
    pathOf: (id: number) => href('/orders/:id', { id: String(id) }),
  },
  purchase_orders: {
    ...{ one: 'purchase order', many: 'purchase orders', title: 'Purchase orders', path: href('/purchase-orders') },
    pathOf: (id: number) => href('/purchase-orders/:id', { id: String(id) }),
  },
  products: {
    ...{ one: 'product', many: 'products', title: 'Products', path: href('/products') },
    pathOf: (id: number) => href('/products/:id', { id: String(id) }),
  },
  raw_materials: {
    ...{ one: 'raw material', many: 'raw materials', title: 'Raw materials', path: href('/raw-materials') },
    pathOf: (id: number) => href('/raw-materials/:id', { id: String(id) }),
  },
  departments: { one: 'department', many: 'departments', title: 'Departments', path: href('/settings/team/departments') },
  mappable_fields: {
    ...{ one: 'mappable field', many: 'mappable fields', title: 'Mappable fields', path: href('/settings/super/mappable-fields') },
  },
  links: { one: 'link', many: 'links', title: 'Links', path: href('/settings/connectors') },
} as const satisfies Record<string, Words>;
export type NounName = keyof typeof nouns;

export const nounNames = Object.keys(nouns) as [NounName, ...NounName[]];

/** What one of its records is called among the outcomes of a run, as `purchase_order`. */
export const recordTypeOf = (name: NounName): string => nouns[name].one.replaceAll(' ', '_');

/** The words of what such a record is; undefined for what is no noun. */
export const wordsOfRecord = (recordType: string): Words | undefined =>
  nounNames.filter((name) => recordTypeOf(name) === recordType).map((name) => nouns[name])[0];
