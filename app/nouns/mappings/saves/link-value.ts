/** What a SKU's link was, as a save keeps it: `12`, or `12x6` where a sale takes six units of the product 12. */
export const linkValue = (productId: number | null, units: number): string | null =>
  productId === null ? null : units === 1 ? String(productId) : `${productId}x${units}`;

/** The product and units of such a value. */
export function linkIn(value: string | null): { productId: string | null; units: number } {
  const [productId = '', units = '1'] = value?.split('x') ?? [];
  return { productId: productId === '' ? null : productId, units: Number(units) };
}
