import type { RawBuilder } from 'kysely';
import type { Tenant } from '../tenant.ts';
import type { SearchedTexts } from './terms.ts';

/**
 * A noun whose records are found by words. Its tables are made by `make_word_index`, and its triggers, or `enqueueReindex`, say in
 * `words_due` which records changed.
 */
export type SearchedNoun = {
  /** What it is called in `words_due`. */
  noun: string;
  /** How its tables `…_terms` and `…_term_sets` begin. */
  record: 'order' | 'purchase_order' | 'product' | 'raw_material' | 'connector_product';
  /** A query of the texts of these records as they are now. One that is deleted has no row, and loses its words. */
  texts: (tenant: Tenant, ids: number[]) => RawBuilder<SearchedTexts & { id: number }>;
  /** How many records are indexed at a time. */
  atOnce?: number;
  /** The most terms of one record. */
  mostTerms?: number;
  /** Whether other work of the account comes first now. */
  mayWait?: (tenant: Tenant) => Promise<boolean>;
};
