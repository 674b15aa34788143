import { sql } from 'kysely';

/** What a SKU's link was, as a save keeps it: `12`, or `12x6` where a sale takes six units of the product 12. */
export const linkValue = (productId: number | null, units: number): string | null =>
  productId === null ? null : units === 1 ? String(productId) : `${productId}x${units}`;

/** The same in SQL, of a row of connector_products. */
export const valueOfLink = sql<string | null>`product_id || case when units_per_sale = 1 then '' else 'x' || units_per_sale end`;

/** The product and units of such a value. */
export function linkIn(value: string | null): { product_id: number | null; units: number } {
  const [id = '', units = '1'] = value?.split('x') ?? [];
  return { product_id: id === '' ? null : Number(id), units: Number(units) };
}
