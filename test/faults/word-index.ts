import type { Product } from './product.ts';

/** What the index of words must hold: the terms of every item that there is now. */
const items = `
  select 0 as list, id, terms_of_item(sku_key, upc, name_key) as terms from products where account_id = $1
  union all select -1, id, terms_of_item(sku_key, upc, name_key) from raw_materials where account_id = $1
  union all select connection_id, id, terms_of_connector_product(sku_key, connector_product_id, name_key) from connector_products where account_id = $1`;

const trouble = `
  with items as materialized (${items}),
  words as (select distinct list, id, left(word, 64) collate "C" as term from items, unnest(terms) as word where length(word) > 1)
  select
    (select count(*)::int from catalogue_terms_due where account_id = $1) as due,
    (select count(*)::int from items full join (select * from catalogue_term_sets where account_id = $1) s on s.list = items.list and s.item_id = items.id
      where s.terms is distinct from items.terms) as sets,
    (select count(*)::int from words full join (select * from catalogue_terms where account_id = $1) t on t.list = words.list and t.item_id = words.id and t.term = words.term
      where t.term is null or words.term is null) as terms`;

export type IndexTrouble = {
  /** Changes that are not indexed yet. */
  due: number;
  /** Items whose stored terms are others than theirs, or that are gone. */
  sets: number;
  /** Terms that are missing, or of no item. */
  terms: number;
};

/** Compares the index of words with the products, raw materials and channel products of the seller. */
export async function troubleInIndex({ read, seller }: Pick<Product, 'read' | 'seller'>): Promise<IndexTrouble> {
  const [found] = await read<IndexTrouble>(trouble, [seller.accountId]);
  return found as IndexTrouble;
}
