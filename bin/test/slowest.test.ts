import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { slowest } from './slowest.ts';

test('the ten that took longest, longest first', () => {
  const timings = Array.from({ length: 12 }, (_, index) => ({ name: `n${index}`, ms: index * 1_000 + 44 }));
  const lines = stripVTControlCharacters(slowest('The slowest', timings)).split('\n');
  expect(lines).toHaveLength(11);
  expect(lines.slice(0, 3)).toEqual(['The slowest', '  11.0 s  n11', '  10.0 s  n10']);
});
