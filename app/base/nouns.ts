import { href } from 'react-router';
import type { Permission } from '../../platform/signed-in.ts';

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
  /** By what the search of the header finds its records; left out where it does not look for them. */
  finds?: readonly string[];
  /** People comment on its records and assign them. */
  discussed?: true;
  /** People put tags on its records. */
  tagged?: true;
  /** What the audit calls one, where that is not `one`. */
  audited?: string;
  /** Who may change its records, by bulk actions, undo and files too; whoever works here, unless said. */
  may?: Permission;
};

/**
 * The nouns of the product by their names in calls and rows, most of them those of their tables, and what sentences and addresses call
 * them. `entities/all.ts` has a declaration of each. Browser-safe.
 */
export const nouns = {
  orders: {
    ...{ one: 'order', many: 'orders', title: 'Orders', path: href('/orders') },
    pathOf: (id: number) => href('/orders/:id', { id: String(id) }),
    ...{ finds: ['number', 'SKU', 'product', 'customer', 'e-mail', 'address', 'tracking'], discussed: true, tagged: true },
  },
  purchase_orders: {
    ...{ one: 'purchase order', many: 'purchase orders', title: 'Purchase orders', path: href('/purchase-orders') },
    pathOf: (id: number) => href('/purchase-orders/:id', { id: String(id) }),
    ...{ finds: ['number', 'SKU', 'lot', 'vendor'], discussed: true, tagged: true },
  },
  products: {
    ...{ one: 'product', many: 'products', title: 'Products', path: href('/products') },
    pathOf: (id: number) => href('/products/:id', { id: String(id) }),
    ...{ finds: ['SKU', 'product'], discussed: true, tagged: true },
  },
  raw_materials: {
    ...{ one: 'raw material', many: 'raw materials', title: 'Raw materials', path: href('/raw-materials') },
    pathOf: (id: number) => href('/raw-materials/:id', { id: String(id) }),
    ...{ finds: ['SKU', 'product'], tagged: true },
  },
  support_tickets: {
    ...{ one: 'ticket', many: 'tickets', title: 'Tickets', path: href('/support-tickets') },
    pathOf: (id: number) => href('/support-tickets/:id', { id: String(id) }),
    ...{ audited: 'support ticket', tagged: true },
  },
  departments: { one: 'department', many: 'departments', title: 'Departments', path: href('/settings/team/departments'), may: 'team' },
  tags: { one: 'tag', many: 'tags', title: 'Tags', path: href('/settings/tags'), may: 'team' },
  mappable_fields: {
    ...{ one: 'mappable field', many: 'mappable fields', title: 'Mappable fields', path: href('/settings/super/mappable-fields') },
    may: 'portal',
  },
  rules: { one: 'rule', many: 'rules', title: 'Rules', path: href('/settings/connectors'), may: 'map' },
  links: { one: 'link', many: 'links', title: 'Links', path: href('/settings/connectors') },
} as const satisfies Record<string, Words>;
export type NounName = keyof typeof nouns;

export const nounNames = Object.keys(nouns) as [NounName, ...NounName[]];

/** The nouns whose records the search of the header finds, in the order of its tabs. `noun.ts` of each says how. */
export type SearchedName = NamesWith<'finds'>;
export const searchedNames = namesWith('finds');

/** The nouns whose records people comment on and assign. */
export type DiscussedName = NamesWith<'discussed'>;
export const discussedNames = namesWith('discussed');

/** The nouns on whose records people put tags. */
export type TaggedName = NamesWith<'tagged'>;
export const taggedNames = namesWith('tagged');

type NamesWith<Part extends string> = { [Name in NounName]: Part extends keyof (typeof nouns)[Name] ? Name : never }[NounName];
function namesWith<Part extends 'finds' | 'discussed' | 'tagged'>(part: Part) {
  return nounNames.filter((name): name is NamesWith<Part> => part in nouns[name]);
}

/** Who may change the records of a noun. */
export const whoMayChange = (name: NounName): Permission => (nouns[name] as Words).may ?? 'work';

/** What the audit calls one of its records. */
export const auditedAs = (name: NounName): string => (nouns[name] as Words).audited ?? nouns[name].one;

/** What one of its records is called in calls and among the outcomes of a run, as `purchase_order`. */
export const recordTypeOf = <Name extends NounName>(name: Name) => nouns[name].one.replaceAll(' ', '_') as RecordTypeOf<Name>;
export type RecordTypeOf<Name extends NounName> = Underscored<(typeof nouns)[Name]['one']>;
type Underscored<Words extends string> = Words extends `${infer First} ${infer Rest}` ? `${First}_${Underscored<Rest>}` : Words;

/** The words of what such a record is; undefined for what is no noun. */
export const wordsOfRecord = (recordType: string): Words | undefined =>
  nounNames.filter((name) => recordTypeOf(name) === recordType).map((name) => nouns[name])[0];
