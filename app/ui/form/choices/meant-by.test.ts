import { expect, test } from 'vitest';
import { listCountries } from '../../../base/addresses/countries.ts';
import { meantBy } from './meant-by.ts';

test('typed words mean the country that is called so, or the only one that begins so', () => {
  const country = (typed: string, chosen: string | null = null) => meantBy(typed, listCountries(), chosen);
  expect(['Netherlands', 'india', ' Sudan', 'Guinea', 'Samoa', 'Nether'].map((typed) => country(typed))).toEqual([
    ...['NL', 'IN', 'SD', 'GN', 'WS', 'NL'],
  ]);
  // More than one, none, or only somewhere in a name.
  expect(['Guine', 'South', 'Atlantis', 'Ocean', '', ' '].map((typed) => country(typed))).toEqual([null, null, null, null, null, null]);
  // All are offered beside what is chosen.
  expect([country('Netherlands', 'NL'), country('Netherlands', 'BQ')]).toEqual([null, 'NL']);
});

test('two of one name in two groups mean neither', () => {
  const group = (name: string) => ({ group: name, items: [{ value: `${name}-1`, label: 'Ground' }] });
  expect(meantBy('ground', [group('A')], null)).toBe('A-1');
  expect(meantBy('ground', [group('A'), group('B')], null)).toBeNull();
});
