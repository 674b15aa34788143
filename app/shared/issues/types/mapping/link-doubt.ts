import { type RawBuilder, sql } from 'kysely';
import { sentenceSql } from '../../../../../platform/sentence-sql.ts';
import { type LinkDoubt, unmappedSku } from './unmapped-sku.ts';

/** The sentence about a row of `connector_products` whose link ended by itself; null where none did. */
export function doubtSentence(listing: string): RawBuilder<unknown> {
  const doubt = sql.ref(`${listing}.doubt`);
  const value = (name: keyof LinkDoubt) => sql`${doubt} ->> ${sql.lit(name)}`;
  const sentence = sentenceSql(unmappedSku.sentences, 'link_ended', {
    sku: sql.ref(`${listing}.connector_product_sku`),
    ...{ kind: value('kind'), side: value('side'), product: value('product'), was: value('was'), is: value('is') },
  });
  return sql`case when ${doubt} is not null and ${sql.ref(`${listing}.product_id`)} is null
    and ${sql.ref(`${listing}.linked_by`)} is null then ${sentence} end`;
}
