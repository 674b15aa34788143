import type { Result } from '../contract.ts';
import type { Account, Carrier } from './account.ts';

/**
 * V1's code for a carrier, by the warehouse's name of it: the account's carrier of that name, else the one whose services begin
 * with it (USPS by Stamps.com), else `other`, which V1 accepts with any tracking number. Where two fit none is taken: a wrong
 * carrier makes a wrong tracking link.
 */
export async function carrierCodeOf(account: Account, carrier: string): Promise<Result<string>> {
  const carriers = await account.carriers();
  if (!carriers.ok || bare(carrier) === '') return carriers.ok ? other : carriers;
  const equal = carriersWhere(carriers.value, (name) => spellings(carrier).includes(name));
  if (equal.length > 0) return only(equal);
  const alike = carriersWhere(carriers.value, (name) => beginAlike(name, bare(carrier)));
  if (alike.length > 0) return only(alike);
  const serving: string[] = [];
  for (const code of new Set(carriers.value.map(({ code }) => code))) {
    const services = await account.services(code);
    if (!services.ok) return services;
    if (services.value.some((service) => beginAlike(bare(service), bare(carrier)))) serving.push(code);
  }
  return only(serving);
}

const other = { ok: true, value: 'other' } as const;
const only = (codes: string[]): Result<string> => (codes.length === 1 ? { ok: true, value: codes[0] as string } : other);

/** The codes of carriers that have such a name. An account may have a carrier twice. */
const carriersWhere = (carriers: Carrier[], fits: (name: string) => boolean): string[] => [
  ...new Set(carriers.filter(({ names }) => names.some((name) => fits(bare(name)))).map(({ code }) => code)),
];

/** Shorter beginnings than three letters say nothing. */
const beginAlike = (one: string, two: string) => Math.min(one.length, two.length) > 2 && (one.startsWith(two) || two.startsWith(one));

const wordsOf = (name: string) => name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
const bare = (name: string) => wordsOf(name).join('');
/** In full and by its initials: United Parcel Service is UPS. */
const spellings = (name: string) => [
  bare(name),
  wordsOf(name).length > 2
    ? wordsOf(name)
        .map(([letter]) => letter)
        .join('')
    : bare(name),
];
