import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { LikelyProduct } from '../catalogue/contract.ts';
import { likelyColumns, likelyProducts } from '../catalogue/values/likely-products.ts';
import type { BestProduct, ToLink } from './contract.ts';

/** A SKU to link, and the product that it equals. */
export type Compared = Omit<ToLink, 'best'> & { equal_id: number | null; same: BestProduct['same'] };

/** So many products are compared letter by letter for all rows of a page together, by SKU. */
const comparedTogether = 20_000;

/** Each with the product that it equals, or else that looks most alike: the same as its choice of products offers first. */
export async function withBest(tenant: Tenant, rows: readonly Compared[]): Promise<ToLink[]> {
  const equal = await productsWithIds(
    tenant,
    rows.flatMap(({ equal_id }) => equal_id ?? []),
  );
  const lacking = rows.filter(({ equal_id }) => equal_id === null).length;
  const compared = Math.ceil(comparedTogether / Math.max(lacking, 1));
  const whole: ToLink[] = [];
  for (const { equal_id, same, ...row } of rows) {
    const { sku, name, upc } = row;
    const [alike] = equal_id === null ? await likelyProducts(tenant, { sku, name: name ?? sku, upc }, { most: 1, compared }) : [];
    const product = equal_id === null ? alike : equal.get(equal_id);
    whole.push({ ...row, best: product ? { ...product, same } : null });
  }
  return whole;
}

async function productsWithIds(tenant: Tenant, ids: number[]): Promise<Map<number, LikelyProduct>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LikelyProduct>`
    select ${likelyColumns} from products where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  return new Map(rows.map((product) => [product.id, product]));
}
