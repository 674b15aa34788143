import { type NounName, nounNames, recordTypeOf } from '../../../base/nouns.ts';
import type { Scope } from '../../../people/keys/scopes.ts';

/** The scope that reads the records of a noun; none of those that no call of `/v1` has. */
export const scopeOfNoun: Partial<Record<NounName, Scope>> = {
  ...{ orders: 'read_orders', purchase_orders: 'read_purchase_orders', products: 'read_products', raw_materials: 'read_products' },
  ...{ links: 'read_links', rules: 'read_mappings', mappable_fields: 'read_mappings', support_tickets: 'read_tickets' },
};

/** What outcomes of runs are about, besides nouns. */
const ofOthers: Record<string, Scope[]> = {
  ...{ connector_product: ['read_links'], receipt: ['read_purchase_orders'] },
  // It says which codes of a connection were linked or mapped.
  connection: ['read_links', 'read_mappings'],
};

/** The scopes that read a record of this type, as the outcomes of runs have it; none where no scope does. */
export function scopesOfRecord(recordType: string): Scope[] {
  const type = recordType.replaceAll(' ', '_');
  const noun = nounNames.find((name) => recordTypeOf(name) === type);
  const scope = noun && scopeOfNoun[noun];
  return scope ? [scope] : (ofOthers[type] ?? []);
}
