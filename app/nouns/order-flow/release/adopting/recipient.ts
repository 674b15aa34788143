import type { ShipTo } from '../../../../../connectors/contract.ts';
import { plain, street, streetOf, withoutRoute, words } from './written.ts';

/** What is said of a recipient. The two lines of a street are one: a warehouse divides them anew. */
const fields = ['name', 'company', 'street', 'city', 'state', 'postalCode', 'country', 'phone', 'email'] as const;
export type RecipientField = (typeof fields)[number];
type Recipient = Record<RecipientField, string>;

/**
 * What a warehouse shows of a recipient: all of ours, something else, or not all of it, as one that keeps no phone numbers. A field that it
 * has empty may be one that it does not tell.
 */
export type Shown = 'same' | 'other' | 'untold';

/** Whether the warehouse sends it to this very recipient, field by field. */
export function showsRecipient(ours: ShipTo, theirs: ShipTo | null): Shown {
  if (theirs === null) return 'untold';
  const [mine, other] = [recipientOf(ours), recipientOf(theirs)];
  const verdicts = fields.map((field) => shownOf(field, mine[field], other[field]));
  return verdicts.includes('other') ? 'other' : verdicts.includes('untold') ? 'untold' : 'same';
}

/** The fields in which two recipients of ours differ by more than capitals and punctuation. */
export function changedFields(was: ShipTo, is: ShipTo): RecipientField[] {
  const [before, after] = [recipientOf(was), recipientOf(is)];
  return fields.filter((field) => plain(before[field]) !== plain(after[field]));
}

/**
 * Whether the warehouse shows these fields as they have become, and not as they were: all of them, or not. `proof`: one of them
 * has a value that it can only have from us. That one is empty by now is none, as it may not tell that field.
 */
export function showsChange(changed: readonly RecipientField[], was: ShipTo, is: ShipTo, theirs: ShipTo): { all: boolean; proof: boolean } {
  const [before, after, there] = [recipientOf(was), recipientOf(is), recipientOf(theirs)];
  const isNew = (field: RecipientField) =>
    plain(after[field]) === plain(there[field]) ||
    (shownOf(field, after[field], there[field]) === 'same' && shownOf(field, before[field], there[field]) !== 'same');
  return { all: changed.every(isNew), proof: changed.some((field) => after[field] !== '' && isNew(field)) };
}

/** Warehouses that demand a company are given the recipient's name as one. */
function recipientOf({ name, company, line1, line2, city, state, postalCode, country, phone, email }: ShipTo): Recipient {
  return {
    ...{ name, company: company === null || plain(company) === plain(name) ? '' : company, street: streetOf({ line1, line2 }), city },
    ...{ state: state ?? '', postalCode: withoutRoute(postalCode, country), country, phone: phone ?? '', email: email ?? '' },
  };
}

function shownOf(field: RecipientField, ours: string, theirs: string): Shown {
  if (ours === '' && theirs === '') return 'same';
  if (theirs === '') return 'untold';
  return ours !== '' && agrees(field, ours, theirs) ? 'same' : 'other';
}

/** As a warehouse may write it anew. */
function agrees(field: RecipientField, ours: string, theirs: string): boolean {
  if (plain(ours) === plain(theirs)) return true;
  if (field === 'street') return isSameStreet(street(ours), street(theirs));
  if (field === 'city') return isWithin(words(ours), words(theirs)) || isWithin(words(theirs), words(ours));
  if (field === 'state') return isShortFor(plain(ours), plain(theirs)) || isShortFor(plain(theirs), plain(ours));
  return field === 'phone' && isSameNumber(ours, theirs);
}

/** The lines may be the other way round, the words of each may not: of 2-3-5 and 3-2-5 the numbers are the same, and the doors are not. */
function isSameStreet(ours: readonly string[], theirs: readonly string[]): boolean {
  if (ours.length !== theirs.length || !ours.some((word) => /\p{L}/u.test(word))) return false;
  return ` ${[...ours, ...ours].join(' ')} `.includes(` ${theirs.join(' ')} `);
}

const isWithin = (few: readonly string[], many: readonly string[]) => few.length > 0 && few.every((word) => many.includes(word));

/** TX is Texas: two or three of its letters, in their order, the first one first. */
function isShortFor(short: string, long: string): boolean {
  if (short.length > 3 || long.length <= 3 || short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** With the code of its country, or without; after the code some write the zero that it stands in place of. */
function isSameNumber(one: string, other: string): boolean {
  const digits = [one, other].map((text) => text.replaceAll('(0)', '').replace(/\D/g, '').replace(/^0+/, ''));
  const [short = '', long = ''] = digits.toSorted((a, b) => a.length - b.length);
  return short.length >= 7 && long.endsWith(short);
}

/** What one side has of a recipient and the other has not, beside what is always said. */
const named = { company: 'company', state: 'state', phone: 'phone', email: 'e-mail' } as const;

/** Two recipients as a person compares them: each with the fields in which they differ. */
export function recipientsInWords(ours: ShipTo, theirs: ShipTo): { ours: string; theirs: string } {
  const differing = changedFields(ours, theirs).filter((field) => field in named) as (keyof typeof named)[];
  const inWords = (to: ShipTo) =>
    [recipientInWords(to), ...differing.map((field) => (to[field] ? `${named[field]} ${to[field]}` : `no ${named[field]}`))].join(', ');
  return { ours: inWords(ours), theirs: inWords(theirs) };
}

export const recipientInWords = (to: ShipTo): string =>
  [to.name, streetOf(to), `${to.postalCode} ${to.city}`.trim(), to.country].filter((part) => part !== '').join(', ');
