import { hash } from '../seeded.ts';

const chargeCodes = new Set(['POST', 'D', 'M', 'DOT', 'BANK CHARGES', 'AMAZONFEE', 'CRUK', 'PADS', 'S', 'B', 'C2']);

/** Postage, discounts, fees and corrections: lines that are no goods. The file writes one of them in small letters once. */
export function isCharge(code: string): boolean {
  return chargeCodes.has(code.toUpperCase());
}

const notes =
  /damage|adjust|check|found|missing|lost|wrong|thrown|wet|amazon|dotcom|carriage|destroyed|smashed|sample|mailout|counted|image/i;

/** Goods are written in capitals; what staff noted on a write-off is not. */
export function isGoodsName(description: string): boolean {
  const letters = description.replace(/[^a-z]/gi, '');
  const capitals = description.replace(/[^A-Z]/g, '');
  return letters.length > 0 && capitals.length * 2 >= letters.length && !(notes.test(description) && capitals.length < letters.length);
}

export function looksLikeGoods(code: string): boolean {
  return /^\d{5}[A-Za-z]*$/.test(code);
}

/** About one code in a hundred is one that the warehouse has never been told of. */
export function isWithheld(code: string): boolean {
  return hash(`withheld:${code.toUpperCase()}`) % 100 === 0;
}
