import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { fold } from '../../../../platform/words/fold.ts';
import type { LikelyProduct } from '../contract.ts';
import { shownImage } from '../queries.ts';
import { articleOf } from './article.ts';
import { recognisedUpc } from './upcs.ts';

type Sold = { sku: string; name: string; upc: string | null };

/**
 * So many products are compared letter by letter, by SKU; in larger catalogues also those that begin alike. `most` are returned.
 */
type Bounds = { most?: number; compared?: number };
const alikeAtMost = 500;

/** The products that a channel's SKU most likely means, best first: equal by SKU, UPC or name, then similar by SKU, then by name. */
export async function likelyProducts(tenant: Tenant, sold: Sold, { most = 5, compared = 10_000 }: Bounds = {}): Promise<LikelyProduct[]> {
  const { sku, name } = sold;
  const upc = articleOf(sold.upc) === null ? null : sold.upc;
  const candidates = comparedTo(tenant, { sku, name, upc }, compared);
  const { rows } = await sql<LikelyProduct>`
    select id, sku, name, upc, image_url, quantity_available, warehouse_location, gone_at from (${candidates}) as compared
    where similarity(sku, ${sku}) > 0.3 or similarity(name, ${name}) > 0.3 or upc = ${upc}
    order by (sku = ${sku} or lower(name) = lower(${name}) or coalesce(upc = ${upc}, false)) desc,
      similarity(sku, ${sku}) * 1.2 + similarity(name, ${name}) desc, id limit ${most}`.execute(tenant.db);
  return rows;
}

/** A row of `products` as a likely product. */
export const likelyColumns: RawBuilder<unknown> = sql`id, sku, name, ${recognisedUpc('products')} as upc, ${shownImage} as image_url,
  quantity_available, warehouse_location, gone_at`;

/** A bounded number of products, each part from an index: the first by SKU, those whose SKU or name begins alike, those with the UPC. */
function comparedTo(tenant: Tenant, { sku, name, upc }: Sold, most: number): RawBuilder<unknown> {
  const alike = Math.min(alikeAtMost, Math.ceil(most / 4));
  const part = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) => sql`
    (select ${likelyColumns} from products
    where ${inAccount(tenant)} and ${condition} order by ${order} limit ${limit})`;
  const begins = (column: RawBuilder<unknown>, word: string) =>
    sql`${column} >= ${word} and ${column} < ${word} || U&'\\+10FFFF' collate "C"`;
  const bySku = sql`account_id, sku_key, id`;
  const byName = sql`account_id, name_key, id`;
  return sql.join(
    [
      part(sql`true`, bySku, most),
      part(begins(sql`sku_key`, sku.toLowerCase().slice(0, 4)), bySku, alike),
      part(begins(sql`sku_key`, sku.toLowerCase()), bySku, alike),
      part(begins(sql`name_key`, fold(name).split(/\s/)[0] ?? ''), byName, alike),
      part(sql`name_key = ${fold(name)} collate "C"`, byName, alike),
      part(sql`upc = ${upc} collate "C"`, sql`account_id, upc collate "C", id`, alike),
    ],
    sql` union `,
  );
}
