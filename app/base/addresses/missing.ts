import type { NeededField } from './address.ts';
import { countryCodes } from './countries.ts';

type Need = { field: NeededField; onlyIn?: readonly string[]; exceptIn?: readonly string[]; oneOf?: readonly string[] };

/** Countries without postal codes, and those that need a state. Source: Universal Postal Union, addressing formats. */
const countriesWithoutPostalCodes = (
  'AE AG AO AW BS BZ BJ BO BW BF BI CM CF KM CG CD CI DJ DM GQ ER FJ GM GH GD GY HK IE JM KI MO MW ML MR NR QA RW KN LC SC SL SB SO SR SY TO ' +
  'TT TV UG VU YE ZW'
).split(' ');
const countriesWithStates = ['US', 'CA', 'AU'];

/** What the warehouse needs before it can send to an address. In SQL: address-sql.ts. */
export const needs: readonly Need[] = [
  { field: 'customer_name' },
  { field: 'address' },
  { field: 'city' },
  { field: 'state', onlyIn: countriesWithStates },
  { field: 'postal_code', exceptIn: countriesWithoutPostalCodes },
  { field: 'country', oneOf: countryCodes },
];

/** The fields that an address still needs. Blank is missing, and so is a country that has no such code; small letters count too. */
export function missingFrom(address: Record<NeededField, string | null>): NeededField[] {
  const country = withoutBlanks(address.country).toUpperCase();
  return needs
    .filter(({ onlyIn, exceptIn }) => (onlyIn ? onlyIn.includes(country) : !exceptIn?.includes(country)))
    .filter(({ field, oneOf }) => withoutBlanks(address[field]) === '' || oneOf?.includes(country) === false)
    .map(({ field }) => field);
}

const withoutBlanks = (text: string | null) => /[^ \t\r\n](?:[\s\S]*[^ \t\r\n])?/.exec(text ?? '')?.[0] ?? '';
