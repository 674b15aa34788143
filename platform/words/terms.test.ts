import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryTerms, termsOf, wide } from './terms.ts';

/** The matching rule of the index: each word must begin a term, or the compact number must. */
const finds = (query: string, terms: string[]) => {
  const { words, compact } = queryTerms(query);
  const begins = (word: string) => terms.some((term) => term.startsWith(word) || term.startsWith(wide(word)));
  return (words.length > 0 && words.every(begins)) || (compact !== null && begins(compact));
};

const terms = termsOf({
  numbers: ['#112-1234567-7654321', 'PO 88/A', '1Z 999 AA1 01 2345 6784', 'MUG-RED-XL'],
  names: ['Zoë Müller-Lüdenscheidt', 'Smith & Sons, Inc.'],
  emails: ['zoe.mueller@example.com'],
  phones: ['+1 (512) 555-0100 '],
  postcodes: ['SW1A 1AA'],
  places: ['221b Baker Street', null, 'Saint-Étienne', 'RED WOOLLY HOTTIE WHITE HEART.', 'T-light holder, 3 tier'],
});

test.each([
  '112-1234567',
  '#112-1234567-7654321',
  '1234567',
  '11212345677654321',
  'po 88',
  '1z999aa10123456784',
  '1Z 999 AA1 01 2345 6784',
  'mug-red',
  'MUG',
  'zoe',
  'ZOË MÜLLER',
  'ludensch',
  'smith sons',
  'inc.',
  'zoe.mueller@',
  'mueller',
  '(512) 555-0100',
  '+1 512 555 0100',
  '5550100',
  'SW1A 1AA',
  'sw1a1aa',
  'sw1a',
  '221B Baker',
  'etienne',
  'woolly hott',
  't-light 3',
  'smith baker heart',
])('“%s” finds the record', (query) => {
  expect(finds(query, terms)).toBe(true);
});

test.each(['', '   ', '%', '_', '"', 'smith jones', '98', 'xl-mug', '555 0199 000', '\u{10FFFF}'])('“%s” does not', (query) => {
  expect(finds(query, terms)).toBe(false);
});

test('every word of a name, and every number as it is written, finds its order', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(name, name, (customer, number) => {
      const found = termsOf({ names: [customer], numbers: [number] });
      for (const text of [customer, number]) if (queryTerms(text).words.length > 0) expect(finds(text, found)).toBe(true);
    }),
  );
});

test('a record has at most 400 terms of at most 64 characters, without doubles', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 150 }), { maxLength: 12 }), (numbers) => {
      const found = termsOf({ numbers });
      expect(new Set(found).size).toBe(found.length);
      expect(found.length).toBeLessThanOrEqual(400);
      for (const term of found) expect(term.length).toBeLessThanOrEqual(64);
    }),
  );
});
