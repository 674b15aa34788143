import { type RawBuilder, sql } from 'kysely';

/**
 * Why a link of a channel's SKU ended by itself. `upc`: the UPC of one side changed from `was` to `is`, and the two sides no longer
 * agree. `reused`: the SKU was given up, and came back under another name.
 */
export type LinkDoubt = { kind: 'upc' | 'reused'; side: 'warehouse' | 'channel'; product: string; was: string; is: string };

/** The sentence about a row of `connector_products` whose link ended by itself; null where none did. */
export function doubtSentence(listing: string): RawBuilder<string | null> {
  const [doubt, sku] = [sql.ref(`${listing}.doubt`), sql.ref(`${listing}.connector_product_sku`)];
  const value = (name: keyof LinkDoubt) => sql`${doubt} ->> ${sql.lit(name)}`;
  const side = sql`case when ${value('side')} = 'warehouse' then 'the warehouse' else 'the channel' end`;
  return sql`case when ${doubt} is not null and ${sql.ref(`${listing}.product_id`)} is null and ${sql.ref(`${listing}.linked_by`)} is null then
    'SKU ' || ${sku} || ' was linked to ' || (${value('product')}) || ', but ' || ${side} || case when ${value('kind')} = 'upc'
      then ' changed its UPC from ' || (${value('was')}) || ' to ' || (${value('is')})
      else ' gave the SKU up and now uses it for “' || (${value('is')}) || '”, before “' || (${value('was')}) || '”' end
    || '. Compare the two, then link it again.' end`;
}
