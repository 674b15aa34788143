import { expect, test } from 'vitest';
import { imageAddress } from './image-address.ts';

test.each([
  ['mug.png', '/uploads/mug.png'],
  ['/mugs/red.png', '/uploads/mugs/red.png'],
  ['uploads/mug.png', '/uploads/mug.png'],
  ['https://example.com/mug.png', 'https://example.com/mug.png'],
  ['javascript:alert(1)', null],
  ['//example.com/mug.png', null],
  ['https://', null],
  [null, null],
])('%s is shown from %s', (given, address) => {
  expect(imageAddress(given)).toBe(address);
});
