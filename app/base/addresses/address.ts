/** The fields of an address in the order in which a person writes them. Browser-safe. */
export const addressFields = [
  'customer_name',
  'company_name',
  'address',
  'address_2',
  'city',
  'state',
  'postal_code',
  'country',
  'customer_phone',
  'customer_email',
] as const;
export type AddressField = (typeof addressFields)[number];

export const addressLabels: Record<AddressField, string> = {
  customer_name: 'Customer Name',
  company_name: 'Company',
  address: 'Address Line 1',
  address_2: 'Address Line 2',
  city: 'City',
  state: 'State',
  postal_code: 'Postal Code',
  country: 'Country',
  customer_phone: 'Phone',
  customer_email: 'E-mail',
};

export type NeededField = 'customer_name' | 'address' | 'city' | 'state' | 'postal_code' | 'country';
type Need = { field: NeededField; word: string; onlyIn?: readonly string[]; exceptIn?: readonly string[] };

/** Countries without postal codes, and those that need a state. Source: Universal Postal Union, addressing formats. */
const countriesWithoutPostalCodes = (
  'AE AG AO AW BS BZ BJ BO BW BF BI CM CF KM CG CD CI DJ DM GQ ER FJ GM GH GD GY HK IE JM KI MO MW ML MR NR QA RW KN LC SC SL SB SO SR SY TO ' +
  'TT TV UG VU YE ZW'
).split(' ');
const countriesWithStates = ['US', 'CA', 'AU'];

/** What the warehouse needs before it can send to an address, and what an issue calls it. In SQL: address-sql.ts. */
export const needs: readonly Need[] = [
  { field: 'customer_name', word: 'name' },
  { field: 'address', word: 'street' },
  { field: 'city', word: 'city' },
  { field: 'state', word: 'state', onlyIn: countriesWithStates },
  { field: 'postal_code', word: 'postal code', exceptIn: countriesWithoutPostalCodes },
  { field: 'country', word: 'country' },
];

/** What a sentence calls a needed field. */
export const neededWord = (field: NeededField): string => needs.find((need) => need.field === field)?.word ?? field;

/** The fields that an address still needs. Blank is missing, and a country counts in small letters too. */
export function missingFrom(address: Record<NeededField, string | null>): NeededField[] {
  const country = withoutBlanks(address.country).toUpperCase();
  return needs
    .filter(({ onlyIn, exceptIn }) => (onlyIn ? onlyIn.includes(country) : !exceptIn?.includes(country)))
    .filter(({ field }) => withoutBlanks(address[field]) === '')
    .map(({ field }) => field);
}

const withoutBlanks = (text: string | null) => /[^ \t\r\n](?:[\s\S]*[^ \t\r\n])?/.exec(text ?? '')?.[0] ?? '';
