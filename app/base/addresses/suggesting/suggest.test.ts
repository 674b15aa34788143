import { expect, test } from 'vitest';
import { suggestAddress } from './suggest.ts';
import type { SuggestedField } from './suggested-fields.ts';

type Parts = Partial<Record<SuggestedField, string | null>>;
const whole: Record<SuggestedField, string | null> = {
  ...{ customer_name: 'Ada Lovelace', company_name: null, address: '1 Main Street', address_2: null },
  ...{ city: 'Berlin', state: null, postal_code: '10115', country: 'DE' },
};
const us = { city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' };
const gb = { city: 'London', postal_code: 'SW1A 1AA' };

test.each<[Parts, Parts]>([
  // A country by its name, in several languages, by three letters, or as it is also called.
  [{ country: 'Germany' }, { country: 'DE' }],
  [{ country: ' germany ' }, { country: 'DE' }],
  [{ country: 'Deutschland' }, { country: 'DE' }],
  [{ country: 'Allemagne' }, { country: 'DE' }],
  [{ country: 'Alemania' }, { country: 'DE' }],
  [{ country: 'Duitsland' }, { country: 'DE' }],
  [{ country: 'Niemcy' }, { country: 'DE' }],
  [{ country: 'DEU' }, { country: 'DE' }],
  [{ country: 'Österreich', postal_code: '1010', city: 'Wien' }, { country: 'AT' }],
  [{ country: 'OSTERREICH', postal_code: '1010', city: 'Wien' }, { country: 'AT' }],
  [{ country: 'Côte d’Ivoire' }, { country: 'CI' }],
  [{ country: 'España', postal_code: '28001' }, { country: 'ES' }],
  [
    { country: 'Sverige', postal_code: '11455' },
    { country: 'SE', postal_code: '114 55' },
  ],
  [{ country: 'Norge', postal_code: '0150' }, { country: 'NO' }],
  [
    { country: 'Česko', postal_code: '11000' },
    { country: 'CZ', postal_code: '110 00' },
  ],
  [{ country: 'Czech Republic', postal_code: '110 00' }, { country: 'CZ' }],
  [
    { country: 'The Netherlands', postal_code: '1012ab' },
    { country: 'NL', postal_code: '1012 AB' },
  ],
  [{ country: 'Holland', postal_code: '1012 AB' }, { country: 'NL' }],
  [{ ...gb, country: 'UK' }, { country: 'GB' }],
  [{ ...gb, country: 'U.K.' }, { country: 'GB' }],
  [{ ...gb, country: 'England' }, { country: 'GB' }],
  [{ ...gb, country: 'United Kingdom' }, { country: 'GB' }],
  [
    { ...gb, country: 'Great Britain', postal_code: 'sw1a1aa' },
    { country: 'GB', postal_code: 'SW1A 1AA' },
  ],
  [{ ...us, country: 'USA' }, { country: 'US' }],
  [{ ...us, country: 'U.S.A.' }, { country: 'US' }],
  [{ ...us, country: 'U.S.' }, { country: 'US' }],
  [{ ...us, country: 'United States' }, { country: 'US' }],
  [{ ...us, country: 'United States of America' }, { country: 'US' }],
  [{ ...us, country: 'Vereinigte Staaten' }, { country: 'US' }],
  [
    { ...us, country: 'USA', state: 'Texas' },
    { country: 'US', state: 'TX' },
  ],
  [
    { ...us, country: 'USA', state: 'tx' },
    { country: 'US', state: 'TX' },
  ],
  [
    { ...us, country: 'USA', state: 'US-TX' },
    { country: 'US', state: 'TX' },
  ],
  [
    { ...us, country: 'USA', state: 'Tex.' },
    { country: 'US', state: 'TX' },
  ],
  [
    { ...us, country: 'USA', city: 'Washington', state: 'Washington, D.C.' },
    { country: 'US', state: 'DC' },
  ],
  [
    { ...us, country: 'USA', city: 'Seattle', state: 'Washington', postal_code: '98101' },
    { country: 'US', state: 'WA' },
  ],
  [
    { ...us, country: 'USA', city: 'Boston', state: 'MA', postal_code: '2139' },
    { country: 'US', postal_code: '02139' },
  ],
  [
    { ...us, country: 'USA', postal_code: '787011234' },
    { country: 'US', postal_code: '78701-1234' },
  ],
  [
    { country: 'Canada', city: 'Montréal', state: 'Québec', postal_code: 'h2x1y4' },
    { country: 'CA', state: 'QC', postal_code: 'H2X 1Y4' },
  ],
  [
    { country: 'Australia', city: 'Perth', state: 'Western Australia', postal_code: '6000' },
    { country: 'AU', state: 'WA' },
  ],
  [
    { country: 'Polska', city: 'Warszawa', postal_code: '00950' },
    { country: 'PL', postal_code: '00-950' },
  ],
  [
    { country: 'Brasil', city: 'São Paulo', postal_code: '01310100' },
    { country: 'BR', postal_code: '01310-100' },
  ],
  [
    { country: 'Portugal', city: 'Lisboa', postal_code: '1000205' },
    { country: 'PT', postal_code: '1000-205' },
  ],
  [
    { country: 'Japan', city: 'Tokyo', postal_code: '1000001' },
    { country: 'JP', postal_code: '100-0001' },
  ],
  [
    { country: 'Germany', postal_code: 'D-10115' },
    { country: 'DE', postal_code: '10115' },
  ],
  [
    { country: 'Germany', postal_code: 'DE-10115' },
    { country: 'DE', postal_code: '10115' },
  ],
  // A state that stands in another field.
  [
    { ...us, city: 'Austin, TX', state: null },
    { city: 'Austin', state: 'TX' },
  ],
  [
    { ...us, city: 'Austin, Texas', state: '' },
    { city: 'Austin', state: 'TX' },
  ],
  [
    { ...us, city: 'Austin, TX 78701', state: null, postal_code: '' },
    { city: 'Austin', state: 'TX', postal_code: '78701' },
  ],
  [
    { ...us, city: 'Austin, TX 78701', state: null },
    { city: 'Austin', state: 'TX' },
  ],
  [
    { ...us, city: 'Winston-Salem, North Carolina', state: null },
    { city: 'Winston-Salem', state: 'NC' },
  ],
  [
    { ...us, city: 'Washington, DC', state: null },
    { city: 'Washington', state: 'DC' },
  ],
  [
    { ...us, city: 'Ontario, CA', state: null },
    { city: 'Ontario', state: 'CA' },
  ],
  [
    { ...us, state: null, postal_code: 'TX 78701' },
    { state: 'TX', postal_code: '78701' },
  ],
  [
    { ...us, state: 'TX 78701', postal_code: '' },
    { state: 'TX', postal_code: '78701' },
  ],
  [
    { country: 'CA', city: 'Toronto, Ont.', postal_code: 'M5V 2T6' },
    { city: 'Toronto', state: 'ON' },
  ],
  [
    { country: 'CA', city: 'Toronto', postal_code: 'ON M5V 2T6' },
    { state: 'ON', postal_code: 'M5V 2T6' },
  ],
  [
    { country: 'CA', city: 'Toronto M5V 2T6', state: 'ON', postal_code: '' },
    { city: 'Toronto', postal_code: 'M5V 2T6' },
  ],
  [
    { country: 'AU', city: 'Sydney, NSW 2000', postal_code: '' },
    { city: 'Sydney', state: 'NSW', postal_code: '2000' },
  ],
  // A postal code that stands with the city, or the other way round.
  [
    { city: '10115 Berlin', postal_code: '' },
    { city: 'Berlin', postal_code: '10115' },
  ],
  [
    { city: 'D-10115 Berlin', postal_code: '' },
    { city: 'Berlin', postal_code: '10115' },
  ],
  [
    { city: '', postal_code: '10115 Berlin' },
    { city: 'Berlin', postal_code: '10115' },
  ],
  [
    { country: 'AT', city: '1010 Wien', postal_code: '' },
    { city: 'Wien', postal_code: '1010' },
  ],
  [
    { country: 'FR', city: '75001 Paris', postal_code: '' },
    { city: 'Paris', postal_code: '75001' },
  ],
  [
    { country: 'SE', city: '114 55 Stockholm', postal_code: '' },
    { city: 'Stockholm', postal_code: '114 55' },
  ],
  [
    { country: 'GB', city: 'London SW1A 1AA', postal_code: '' },
    { city: 'London', postal_code: 'SW1A 1AA' },
  ],
  [
    { country: 'GB', city: 'London, sw1a1aa', postal_code: '' },
    { city: 'London', postal_code: 'SW1A 1AA' },
  ],
  [
    { country: 'NL', city: 'Amsterdam 1012 AB', postal_code: '' },
    { city: 'Amsterdam', postal_code: '1012 AB' },
  ],
  // The recipient and the street, where they stand alone in the field beside.
  [{ customer_name: '', company_name: 'Analytical Ltd' }, { customer_name: 'Analytical Ltd' }],
  [
    { address: ' ', address_2: '1 Main Street' },
    { address: '1 Main Street', address_2: '' },
  ],
])('%j is the same as with %j', (parts, suggestion) => {
  const given = { ...whole, ...parts };
  expect(suggestAddress(given)).toEqual(suggestion);
  // What was accepted needs nothing more.
  expect(suggestAddress({ ...given, ...suggestion })).toEqual({});
});

test.each<[string, Parts]>([
  ['a whole address', {}],
  ['a country in small letters, which everybody takes', { country: 'de' }],
  ['a state by its name, which is not missing', { ...us, state: 'Texas' }],
  ['a country or a state', { country: 'Georgia' }],
  ['the same in French', { country: 'Géorgie' }],
  ['an island or a state', { country: 'Jersey' }],
  ['two islands', { country: 'Saint-Martin' }],
  ['two countries', { country: 'Guinea' }],
  ['neighbours that are mistaken for one another', { country: 'Dominica' }],
  ['two Koreas', { country: 'Korea' }],
  ['a continent', { country: 'America' }],
  ['a misspelt country', { country: 'Germny' }],
  ['a code that no country has', { country: 'XX' }],
  ['no country, though its city says one', { country: '', city: 'Paris, France' }],
  ['a country whose postal codes are others', { country: 'Germany', postal_code: 'SW1A 1AA' }],
  ['a country whose postal codes are longer', { country: 'Deutschland', postal_code: '1010' }],
  ['a state or the capital', { ...us, city: 'Washington, Washington', state: null }],
  ['a state without a comma, which may be a part of the city', { ...us, city: 'East LA', state: null }],
  ['a city alone', { ...us, city: 'Portland', state: null }],
  ['a state of another country', { country: 'CA', city: 'London, CA', postal_code: 'N6A 3K7' }],
  ['a state beside another postal code', { ...us, city: 'Austin, TX 78702', state: null }],
  ['a misspelt state', { ...us, city: 'Austin, Txas', state: null }],
  ['a suburb after the comma', { ...us, city: 'Austin, Downtown', state: null }],
  ['no postal code', { postal_code: '' }],
  ['no city', { city: '' }],
  ['no street', { address: '' }],
  ['no recipient', { customer_name: '' }],
  ['too few digits', { city: '1011 Berlin', postal_code: '' }],
  ['a district of a city', { country: 'FR', city: 'Paris 12', postal_code: '' }],
  ['a house number, where it comes before the street', { country: 'AU', city: '1010 Queen Street', state: 'QLD', postal_code: '' }],
  ['digits that may be a house number', { ...us, city: 'Austin 78701', postal_code: '' }],
  ['a code and a house number', { city: '10115 Hauptstrasse 7', postal_code: '' }],
  ['a code alone', { city: '10115', postal_code: '' }],
  ['a short code of a state without a zero at its beginning', { ...us, city: '', postal_code: '7870' }],
])('%s has no suggestion: %j', (_, parts) => {
  expect(suggestAddress({ ...whole, ...parts })).toEqual({});
});

test('every name of a country, in any language, is that country, or nothing', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'sv']) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    for (const code of ['DE', 'US', 'NE', 'NG', 'CG', 'CD', 'GN', 'GQ', 'PG', 'AT', 'AU', 'SE', 'CH', 'SK', 'SI', 'MF', 'SX', 'IE', 'GB']) {
      const { country = code } = suggestAddress({ ...whole, postal_code: '', city: '10115 Berlin', country: names.of(code) ?? code });
      expect([code, names.of(code)]).toContain(country);
    }
  }
});
