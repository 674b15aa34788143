import { expect, test } from 'vitest';
import { writeDuration } from './write-duration.ts';

test.each([
  [-5, 'under 0.1 s'],
  [49, 'under 0.1 s'],
  [400, '0.4 s'],
  [12_300, '12 s'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
])('%d ms reads %s', (ms, words) => {
  expect(writeDuration(ms)).toBe(words);
});
