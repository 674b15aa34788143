import { missingFrom } from '../missing.ts';
import { codeOfCountry } from './country-names.ts';
import { isBritish, splitCity, writePostalCode } from './postal-codes.ts';
import { codeOfState, hasStates } from './states.ts';
import { type SuggestedField, suggestedFields } from './suggested-fields.ts';

export type WrittenAddress = Record<SuggestedField, string>;
/** What is to be written otherwise; empty where nothing is certain. */
export type Suggestion = Partial<WrittenAddress>;

/**
 * The same place and recipient, written so that the warehouse can use it: the code of a country or state for its name, a part of a field
 * that stands in another one, a postal code as its country writes it. Nothing is looked up or guessed: what could mean another place is
 * left as it is. Empty where that mends nothing.
 */
export function suggestAddress(given: Readonly<Record<SuggestedField, string | null>>): Suggestion {
  const before = Object.fromEntries(suggestedFields.map((field) => [field, (given[field] ?? '').trim()])) as WrittenAddress;
  const lacking = missingFrom(before);
  if (lacking.length === 0) return {};
  const after = withPostalCode(withPlace(withCountry(withRecipient(before))));
  if (missingFrom(after).length >= lacking.length) return {};
  return Object.fromEntries(suggestedFields.flatMap((field) => (after[field] === before[field] ? [] : [[field, after[field]]])));
}

/** Whether a suggestion leaves nothing missing. */
export const isMended = (given: Readonly<Record<SuggestedField, string | null>>, suggestion: Suggestion): boolean =>
  Object.keys(suggestion).length > 0 && missingFrom({ ...given, ...suggestion }).length === 0;

/** A company alone is the recipient, and a second line alone the street. */
function withRecipient(address: WrittenAddress): WrittenAddress {
  const { customer_name, company_name, address: street, address_2 } = address;
  return {
    ...address,
    ...(customer_name === '' && { customer_name: company_name }),
    ...(street === '' && { address: address_2, address_2: '' }),
  };
}

/**
 * A postal code that is none of that country says that one of the two is wrong. Of a country whose codes are not known here a British one
 * is none: who writes Ireland may mean Belfast.
 */
function withCountry(address: WrittenAddress): WrittenAddress {
  const country = codeOfCountry(address.country);
  if (country === null) return address;
  const code = address.postal_code === '' ? '' : codeOf({ ...address, country });
  const isOther = code === null || (code === undefined && isBritish(address.postal_code));
  return isOther && country !== address.country.toUpperCase() ? address : { ...address, country };
}

/** City, state and postal code, each in its own field. */
function withPlace(address: WrittenAddress): WrittenAddress {
  return withCity(hasStates(address.country) ? withState(address) : address);
}

function withState(address: WrittenAddress): WrittenAddress {
  const { country, city, state, postal_code } = address;
  if (state !== '') {
    const own = codeOfState(country, state, { city, postalCode: postal_code });
    if (own) return { ...address, state: own };
    const found = postal_code === '' ? stateWithCode(address, state, city) : null;
    return found?.postal_code ? { ...address, ...found } : address;
  }
  const beforeCode = stateWithCode({ ...address, postal_code: '' }, postal_code, city);
  if (beforeCode?.postal_code) return { ...address, ...beforeCode };
  const comma = city.lastIndexOf(',');
  const head = city.slice(0, Math.max(comma, 0)).trim();
  const found = head === '' ? null : stateWithCode(address, city.slice(comma + 1), head);
  return found ? { ...address, ...found, city: head } : address;
}

/** A state, or a state and a postal code, as in `TX 78701`; a code that differs from the one that is there is none of it. */
function stateWithCode(
  { country, postal_code }: WrittenAddress,
  text: string,
  city: string,
): Pick<WrittenAddress, 'state' | 'postal_code'> | null {
  const words = text.slice(0, 200).split(/\s+/).filter(Boolean);
  for (const count of [0, 1, 2]) {
    const written = count === 0 ? postal_code : writePostalCode(country, words.slice(-count).join(' '));
    const state = codeOfState(country, words.slice(0, words.length - count).join(' '), { city, postalCode: written ?? '' });
    if (state !== null && written != null && (postal_code === '' || count === 0 || writePostalCode(country, postal_code) === written))
      return { state, postal_code: written };
  }
  return null;
}

/** A postal code and a city that stand in one of their fields. */
function withCity(address: WrittenAddress): WrittenAddress {
  const { country, city, postal_code } = address;
  if ((city === '') === (postal_code === '')) return address;
  const split = splitCity(country, city || postal_code);
  return split ? { ...address, city: split.city, postal_code: split.postalCode } : address;
}

function withPostalCode(address: WrittenAddress): WrittenAddress {
  return { ...address, postal_code: codeOf(address) ?? address.postal_code };
}

/** As its country writes it. A zero that a table of numbers lost at the beginning is there again, where it is a code of that state then. */
function codeOf({ country, state, postal_code }: WrittenAddress): string | null | undefined {
  const areas = country === 'US' && /^\d{4}$/.test(postal_code) ? beginWithZero[state.toUpperCase()] : undefined;
  const lostZero = areas?.split(' ').some((area) => `0${postal_code}`.startsWith(area));
  return writePostalCode(country, lostZero ? `0${postal_code}` : postal_code);
}

/** States all of whose codes begin with a zero, and how they begin. Source: United States Postal Service, ZIP codes by state. */
const beginWithZero: Readonly<Record<string, string>> = {
  ...{ CT: '06', MA: '01 020 021 022 023 024 025 026 027', ME: '039 04', NH: '030 031 032 033 034 035 036 037 038', NJ: '07 08' },
  ...{ RI: '028 029', VT: '05' },
};
