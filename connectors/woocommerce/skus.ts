import { z } from 'zod';
import type { Result } from '../contract.ts';
import { inPieces } from '../http/pieces.ts';
import { id, text } from '../http/shapes.ts';
import type { WooClient } from './client.ts';

/** What a line of an order is of; without a variation or product, 0. */
type Sold = { id: string; sku: string; product_id: string; variation_id?: string | null | undefined };

/** What has no SKU in the shop is known by its id there, as its listing is. */
export const skuOf = (sku: string, id: string) => sku || `id-${id}`;

const variationOf = ({ variation_id }: Pick<Sold, 'variation_id'>) => (variation_id && variation_id !== '0' ? variation_id : null);

/**
 * The SKU that a variation has itself: without one it shows that of its product, as all others of it do, and none of them is the article.
 * Source: `get_sku` of class-wc-product-variation.php. A shop takes no SKU twice, so one that is the product's is not its own.
 */
export const ownSku = (variation: Pick<Sold, 'sku'>, above: string | undefined): string => (variation.sku === above ? '' : variation.sku);

/** `above`: the SKUs of products that have variations. What plugins put into an order without a product is an article of its own. */
export function skuOfLine(line: Sold, above: ReadonlyMap<string, string>): string {
  const variation = variationOf(line);
  if (variation !== null) return skuOf(ownSku(line, above.get(line.product_id)), variation);
  return skuOf(line.sku, line.product_id === '0' ? `line-${line.id}` : line.product_id);
}

const productsAtOnce = 100;
const sold = z.object({ line_items: z.array(z.object({ id, product_id: id, variation_id: id.nullish(), sku: text })) });

/** The SKUs of the products that variations in these orders are of, by their ids. */
export async function skusAbove(client: WooClient, raws: Record<string, unknown>[]): Promise<Result<Map<string, string>>> {
  const lines = raws.flatMap((raw) => sold.safeParse(raw).data?.line_items ?? []);
  const ids = [...new Set(lines.filter((line) => variationOf(line) !== null && line.sku !== '').map(({ product_id }) => product_id))];
  const above = new Map<string, string>();
  for (const some of inPieces(ids, productsAtOnce)) {
    const found = await client.findProducts(some);
    if (!found.ok) return found;
    for (const product of found.value) above.set(product.id, product.sku);
  }
  return { ok: true, value: above };
}
