/**
 * The article that a UPC, an EAN or a GTIN names: 8 to 14 digits, of which leading zeros do not count, nor spaces and hyphens between
 * them. Null for anything else, such as N/A: many products have it, and it makes none of them the same. A number of one digit
 * (000000000000) is nobody's either. upcs.ts says the same in SQL.
 */
export function articleOf(upc: string | null | undefined): string | null {
  const digits = (upc ?? '').replaceAll(/[ -]/g, '');
  const number = digits.replace(/^0+/, '');
  return /^[0-9]{8,14}$/.test(digits) && new Set(number).size > 1 ? number : null;
}
