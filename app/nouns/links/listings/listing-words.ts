import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { SearchedNoun } from '../../../../platform/words/searched-noun.ts';
import type { SearchedTexts } from '../../../../platform/words/terms.ts';

/** What a channel sells is found within its connection, as an item is, and by its id there. */
export const listingWords: SearchedNoun = {
  noun: 'connector_products',
  record: 'connector_product',
  texts: (tenant, ids) => sql<SearchedTexts & Columns<'connector_products', 'id'>>`
    select id, connection_id as within, array[connector_product_sku, connector_product_id, name] as names,
      array[connector_product_sku, connector_product_id] as phrases
    from connector_products where ${inAccount(tenant)} and id = any(${ids}::bigint[])`,
};
