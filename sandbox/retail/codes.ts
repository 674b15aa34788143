import { hash } from '../seeded.ts';

const chargeCodes = new Set(['POST', 'D', 'M', 'DOT', 'BANK CHARGES', 'AMAZONFEE', 'CRUK', 'PADS', 'S', 'B', 'C2']);

/** Postage, discounts, fees and corrections: lines that are no goods. One of them is in lower case once in the file. */
export function isCharge(code: string): boolean {
  return chargeCodes.has(code.toUpperCase());
}

const notes =
  /damage|adjust|check|found|missing|lost|wrong|thrown|wet|amazon|dotcom|carriage|destroyed|smashed|sample|mailout|counted|image/i;

/** Names of goods are in capitals; notes of staff on write-offs are not. */
export function isGoodsName(description: string): boolean {
  const letters = description.replace(/[^a-z]/gi, '');
  const capitals = description.replace(/[^A-Z]/g, '');
  return letters.length > 0 && capitals.length * 2 >= letters.length && !(notes.test(description) && capitals.length < letters.length);
}

export function looksLikeGoods(code: string): boolean {
  return /^\d{5}[A-Za-z]*$/.test(code);
}

/** About one code in a hundred is unknown to the warehouse. */
export function isWithheld(code: string): boolean {
  return hash(`withheld:${code.toUpperCase()}`) % 100 === 0;
}
