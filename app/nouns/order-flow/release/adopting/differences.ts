import type { ShipTo, WarehouseOrder, WarehouseOrderState } from '../../../../../connectors/contract.ts';
import { recipientInWords, showsRecipient } from './recipient.ts';
import { plain, street, streetOf, withoutRoute, words } from './written.ts';

/** What differs, as each side has it. `unknown`: the warehouse does not say whose order it is. */
export type Difference = { what: 'goods' | 'recipient' | 'country' | 'postal code' | 'address' | 'unknown'; ours: string; theirs: string };

type Ours = Pick<WarehouseOrder, 'lines' | 'shipTo'>;
type Theirs = Pick<WarehouseOrderState, 'lines' | 'shipTo'>;

/**
 * Whether what the warehouse has is one of these, as we have it or had sent it. `unsure`: it is as far as shows whose order it is, and of
 * where it goes the warehouse shows something else, or not all: it may be one that went before its address was changed. What will not
 * leave, or has left, goes nowhere else.
 */
export type Verdict = 'ours' | 'unsure' | 'another';

export function verdictOn(candidates: readonly Ours[], theirs: Theirs & Pick<WarehouseOrderState, 'status'>): Verdict {
  const same = candidates.filter((ours) => differencesFrom(ours, theirs).length === 0);
  if (same.length === 0) return 'another';
  const recipients = same.map(({ shipTo }) => showsRecipient(shipTo, theirs.shipTo));
  if (theirs.status === 'cancelled' || recipients.includes('same')) return 'ours';
  return theirs.status === 'shipped' && recipients.includes('untold') ? 'ours' : 'unsure';
}

/**
 * How an order that the warehouse has differs from ours, so that it is not ours. SKUs and quantities have to be the same exactly; of the
 * recipient what a warehouse keeps when it rewrites an address: name, country, postal code and house number.
 */
export function differencesFrom(ours: Ours, theirs: Theirs): Difference[] {
  return [...goodsDiffer(ours, theirs), ...recipientDiffers(ours.shipTo, theirs.shipTo)];
}

export function goodsDiffer(ours: Pick<Ours, 'lines'>, theirs: Pick<Theirs, 'lines'>): Difference[] {
  const [goods, others] = [goodsInWords(ours.lines), goodsInWords(theirs.lines)];
  return goods === others ? [] : [{ what: 'goods', ours: goods, theirs: others }];
}

export function recipientDiffers(ours: ShipTo, theirs: ShipTo | null): Difference[] {
  if (theirs === null) return [{ what: 'unknown', ours: recipientInWords(ours), theirs: 'a recipient that it does not tell' }];
  const values: [Difference['what'], string, string, boolean][] = [
    ['recipient', ours.name, theirs.name, plain(ours.name) === plain(theirs.name)],
    ['country', ours.country, theirs.country, plain(ours.country) === plain(theirs.country)],
    ['postal code', ours.postalCode, theirs.postalCode, postalCode(ours) === postalCode(theirs)],
    ['address', streetOf(ours), streetOf(theirs), isSameHouse(streetOf(ours), streetOf(theirs))],
  ];
  return values.flatMap(([what, mine, other, agrees]) => (agrees ? [] : [{ what, ours: mine, theirs: other }]));
}

const postalCode = ({ postalCode: code, country }: ShipTo) => withoutRoute(code, country);

/** "2 × CUP, 1 × MUG", the same for the same units by SKU. */
export function goodsInWords(lines: readonly { sku: string; quantity: number }[]): string {
  const units = new Map<string, number>();
  for (const { sku, quantity } of lines) units.set(sku, (units.get(sku) ?? 0) + quantity);
  const sorted = [...units].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([sku, quantity]) => `${quantity} × ${sku}`).join(', ') || 'nothing';
}

/** The same numbers, wherever in the two lines they are; where neither side has one, the same words. */
function isSameHouse(ours: string, theirs: string): boolean {
  const [mine, other] = [numbersIn(ours), numbersIn(theirs)];
  if (mine.length + other.length === 0) return street(ours).join(' ') === street(theirs).join(' ');
  return mine.join(' ') === other.join(' ') && agreeWhereBoth(lettersOf(ours), lettersOf(theirs));
}

const numbersIn = (text: string): string[] => (text.normalize('NFKD').match(/\d+/g) ?? []).toSorted();
/** The letter of a house number, as in 12a. */
const lettersOf = (text: string): string[] =>
  words(text)
    .filter((word) => /^\d+[a-z]$/.test(word))
    .toSorted();
const agreeWhereBoth = (a: string[], b: string[]) => a.length === 0 || b.length === 0 || a.join(' ') === b.join(' ');
