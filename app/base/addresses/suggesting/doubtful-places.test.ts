import { expect, test } from 'vitest';
import { suggestAddress } from './suggest.ts';
import type { SuggestedField } from './suggested-fields.ts';

type Parts = Partial<Record<SuggestedField, string | null>>;
const person = { customer_name: 'Ada Lovelace', company_name: null, address: '1 Main Street', address_2: null };
const usa = { country: 'USA', state: 'TX', city: 'Austin', postal_code: '78701' };
const us = { ...usa, country: 'US', state: null };
const elsewhere = { state: null };

test.each<[string, Parts, Parts]>([
  ['a lost zero of its state', { ...usa, city: 'Newark', state: 'NJ', postal_code: '7102' }, { country: 'US', postal_code: '07102' }],
  ['that of another state', { ...usa, city: 'Newark', state: 'NJ', postal_code: '2139' }, {}],
  ['that of a neighbour which begins alike', { ...usa, city: 'Concord', state: 'NH', postal_code: '3901' }, {}],
  ['the state by its postal code', { ...us, city: 'Spokane', postal_code: 'Washington 99201' }, { state: 'WA', postal_code: '99201' }],
  ['the capital, which keeps its name', { ...usa, city: 'Washington DC', state: 'Washington', postal_code: '20001' }, { country: 'US' }],
  ['the capital by its postal code', { ...usa, city: 'Georgetown', state: 'Washington', postal_code: '20007' }, { country: 'US' }],
  ['the capital after its city', { ...us, city: 'Washington DC, Washington', postal_code: '98101' }, {}],
  ['the capital after a part of it', { ...us, city: 'Georgetown, Washington', postal_code: '20007' }, {}],
  ['an Irish code', { ...elsewhere, country: 'Ireland', city: 'Dublin', postal_code: 'D02 X285' }, { country: 'IE' }],
  ['a British code in Ireland', { ...elsewhere, country: 'Ireland', city: 'Belfast', postal_code: 'BT1 5GS' }, {}],
  ['that of an island in Ireland', { ...elsewhere, country: 'Ireland', city: 'Douglas', postal_code: 'im11aa' }, {}],
  ['Jersey as a part of the kingdom', { ...elsewhere, country: 'United Kingdom', city: 'St Helier', postal_code: 'JE2 3AB' }, {}],
  ['Guernsey so', { ...elsewhere, country: 'UK', city: 'St Peter Port', postal_code: 'gy11aa' }, {}],
  ['the Isle of Man so', { ...elsewhere, country: 'England', city: 'Douglas', postal_code: 'IM1 1AA' }, {}],
  [
    'Guernsey by its name',
    { ...elsewhere, country: 'Guernsey', city: 'St Peter Port', postal_code: 'gy11aa' },
    { country: 'GG', postal_code: 'GY1 1AA' },
  ],
  ['Guernsey with the code of Jersey', { ...elsewhere, country: 'Guernsey', city: 'St Helier', postal_code: 'JE2 3AB' }, {}],
  ['Gibraltar by its name', { ...elsewhere, country: 'Gibraltar', city: 'Gibraltar', postal_code: 'GX11 1AA' }, { country: 'GI' }],
  ['Northern Ireland in short, which is not Nicaragua', { ...elsewhere, country: 'N.I.', city: 'Managua', postal_code: '11001' }, {}],
  ['a code with dots', { ...elsewhere, country: 'D.E.', city: 'Berlin', postal_code: '10115' }, {}],
  ['a common name with dots', { ...usa, country: 'U.S.' }, { country: 'US' }],
])('%s: %j', (_, given, suggestion) => {
  expect(suggestAddress({ ...person, ...(given as typeof usa) })).toEqual(suggestion);
});
