import { articleOf } from '../../catalogue/values/article.ts';
import { packsDiffer } from '../../catalogue/values/pack.ts';

/** `gone_at`: of a product, since when the warehouse no longer names it. */
export type Identity = { sku: string; name: string; upc?: string | null; gone_at?: Date | string | null };
export type Sameness = 'SKU' | 'UPC' | 'name';

const trimmed = (text: string | null | undefined) => (text ?? '').trim();
const lower = (text: string) => trimmed(text).toLowerCase();
const isSame = (ours: string, theirs: string) => ours !== '' && ours === theirs;

/** Whether their UPCs name different articles. Not so where one of them is unknown. */
export function upcsDiffer(one: Identity, other: Identity): boolean {
  const [ours, theirs] = [articleOf(one.upc), articleOf(other.upc)];
  return ours !== null && theirs !== null && ours !== theirs;
}

/**
 * What a warehouse product has in common with what the channel sells; null for a look-alike, and where their UPCs differ. 85123A and
 * 85123a are two products.
 */
export const sameIn = (product: Identity, sold: Identity): Sameness | null => (upcsDiffer(product, sold) ? null : matchOf(product, sold));

/**
 * The product that may be chosen beforehand: the only one with the same SKU, UPC or name. None where one has the SKU and another UPC,
 * where the names say other numbers of units, as a person says then what a sale takes, or where the warehouse no longer names it.
 */
export function onlyEqual<Product extends Identity>(products: readonly Product[], sold: Identity): Product | undefined {
  if (products.some((product) => isSame(trimmed(product.sku), trimmed(sold.sku)) && upcsDiffer(product, sold))) return undefined;
  const equal = onlyOne(products, (product) => sameIn(product, sold));
  return equal && !equal.gone_at && !packsDiffer(equal, sold) ? equal : undefined;
}

/** The product that a person named by what they typed: the only one with this SKU, else UPC, else name. */
export const onlyNamed = <Product extends Identity>(products: readonly Product[], typed: string): Product | undefined =>
  onlyOne(products, (product) => matchOf(product, { sku: typed, name: typed, upc: typed }));

function matchOf(product: Identity, sold: Identity): Sameness | null {
  if (isSame(trimmed(product.sku), trimmed(sold.sku))) return 'SKU';
  if (articleOf(product.upc) !== null && isSame(trimmed(product.upc), trimmed(sold.upc))) return 'UPC';
  return isSame(lower(product.name), lower(sold.name)) ? 'name' : null;
}

function onlyOne<Product>(products: readonly Product[], match: (product: Product) => Sameness | null): Product | undefined {
  for (const sameness of ['SKU', 'UPC', 'name'] as const) {
    const equal = products.filter((product) => match(product) === sameness);
    if (equal.length > 0) return equal.length === 1 ? equal[0] : undefined;
  }
  return undefined;
}
