import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { WordIndex } from '../../../../platform/list/source.ts';
import type { SearchedNoun } from '../../../../platform/words/searched-noun.ts';
import type { SearchedTexts } from '../../../../platform/words/terms.ts';
import type { Kind } from '../kinds.ts';

/** An item is found by the words of SKU, UPC and name, and by its SKU as a whole. */
const wordsOf = (kind: Kind, record: SearchedNoun['record']): SearchedNoun => ({
  noun: kind,
  record,
  texts: (tenant, ids) => sql<SearchedTexts & Columns<Kind, 'id'>>`
    select id, array[sku, upc, name] as names, array[sku] as phrases from ${sql.table(kind)} where ${inAccount(tenant)}
      and id = any(${ids}::bigint[])`,
});

export const itemWords = { products: wordsOf('products', 'product'), raw_materials: wordsOf('raw_materials', 'raw_material') } as const;

/** How its words are looked up in a large list, and how columns begin of what has none yet. */
export const itemIndex = (kind: Kind): WordIndex<Kind> => ({
  noun: itemWords[kind],
  beginnings: [{ column: 'sku_key', as: 'lower' }, { column: 'name_key', as: 'folded' }, { column: 'upc' }],
});
