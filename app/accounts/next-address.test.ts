import { expect, test } from 'vitest';
import { nextAddress } from './next-address.ts';

test.each([
  ['/orders?status=error', '/orders?status=error'],
  ['/', '/'],
  [null, '/'],
  ['', '/'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('%s leads to %s', (next, address) => {
  expect(nextAddress(next)).toBe(address);
});
