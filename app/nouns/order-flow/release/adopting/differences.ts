import type { ShipTo, WarehouseOrder, WarehouseOrderState } from '../../../../../connectors/contract.ts';

/** What differs, as each side has it. `unknown`: the warehouse does not say whose order it is. */
export type Difference = { what: 'goods' | 'recipient' | 'country' | 'postal code' | 'address' | 'unknown'; ours: string; theirs: string };

type Ours = Pick<WarehouseOrder, 'lines' | 'shipTo'>;
type Theirs = Pick<WarehouseOrderState, 'lines' | 'shipTo'>;

/**
 * How an order that the warehouse has differs from ours: none, and it is ours. SKUs and quantities have to be the same exactly; of the
 * recipient what a warehouse keeps when it rewrites an address: name, country, postal code and house number.
 */
export function differencesFrom(ours: Ours, theirs: Theirs): Difference[] {
  return [...goodsDiffer(ours, theirs), ...recipientDiffers(ours.shipTo, theirs.shipTo)];
}

export function goodsDiffer(ours: Pick<Ours, 'lines'>, theirs: Pick<Theirs, 'lines'>): Difference[] {
  const [goods, others] = [goodsInWords(ours.lines), goodsInWords(theirs.lines)];
  return goods === others ? [] : [{ what: 'goods', ours: goods, theirs: others }];
}

function recipientDiffers(ours: ShipTo, theirs: ShipTo | null): Difference[] {
  if (theirs === null) return [{ what: 'unknown', ours: recipientInWords(ours), theirs: 'a recipient that it does not tell' }];
  const values: [Difference['what'], string, string, boolean][] = [
    ['recipient', ours.name, theirs.name, plain(ours.name) === plain(theirs.name)],
    ['country', ours.country, theirs.country, plain(ours.country) === plain(theirs.country)],
    ['postal code', ours.postalCode, theirs.postalCode, postalCode(ours) === postalCode(theirs)],
    ['address', streetOf(ours), streetOf(theirs), isSameHouse(streetOf(ours), streetOf(theirs))],
  ];
  return values.flatMap(([what, mine, other, agrees]) => (agrees ? [] : [{ what, ours: mine, theirs: other }]));
}

/** Whether a warehouse sends it to this very recipient and door, and not to another at the same number. */
export const goesTo = (ours: ShipTo, theirs: ShipTo | null): boolean =>
  theirs !== null && recipientDiffers(ours, theirs).length === 0 && street(streetOf(ours)) === street(streetOf(theirs));

/** "2 × CUP, 1 × MUG", the same for the same units by SKU. */
export function goodsInWords(lines: readonly { sku: string; quantity: number }[]): string {
  const units = new Map<string, number>();
  for (const { sku, quantity } of lines) units.set(sku, (units.get(sku) ?? 0) + quantity);
  const sorted = [...units].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([sku, quantity]) => `${quantity} × ${sku}`).join(', ') || 'nothing';
}

export const recipientInWords = (to: ShipTo): string =>
  [to.name, streetOf(to), `${to.postalCode} ${to.city}`.trim(), to.country].filter((part) => part !== '').join(', ');

const streetOf = ({ line1, line2 }: ShipTo) => [line1, line2].filter(Boolean).join(', ');

/** Without case, accents, spaces and punctuation. */
const plain = (text: string) => words(text).join('');
const words = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Of the United States the five digits that every address has: a warehouse adds the four others. */
function postalCode({ postalCode: code, country }: ShipTo): string {
  return plain(country) === 'us' ? plain(code).slice(0, 5) : plain(code);
}

/** The same numbers, wherever in the two lines they are; where neither side has one, the same words. */
function isSameHouse(ours: string, theirs: string): boolean {
  const [mine, other] = [numbersIn(ours), numbersIn(theirs)];
  if (mine.length + other.length === 0) return street(ours) === street(theirs);
  return mine.join(' ') === other.join(' ') && agreeWhereBoth(lettersOf(ours), lettersOf(theirs));
}

const numbersIn = (text: string): string[] => (text.normalize('NFKD').match(/\d+/g) ?? []).toSorted();
/** The letter of a house number, as in 12a. */
const lettersOf = (text: string): string[] =>
  words(text)
    .filter((word) => /^\d+[a-z]$/.test(word))
    .toSorted();
const agreeWhereBoth = (a: string[], b: string[]) => a.length === 0 || b.length === 0 || a.join(' ') === b.join(' ');

const street = (text: string) =>
  words(text)
    .map((word) => short.get(word) ?? word)
    .join(' ');
const short = new Map([
  ['street', 'st'],
  ['strasse', 'st'],
  ['str', 'st'],
  ['avenue', 'ave'],
  ['road', 'rd'],
  ['lane', 'ln'],
  ['drive', 'dr'],
  ['boulevard', 'blvd'],
  ['court', 'ct'],
  ['place', 'pl'],
  ['square', 'sq'],
]);
