import { expect, test } from 'vitest';
import { writeBytes } from './export.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_234, '1.2 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [278_830_828, '278.8 MB'],
  [1_500_000_000, '1.5 GB'],
])('%d bytes are written %s', (bytes, words) => {
  expect(writeBytes(bytes)).toBe(words);
});
