import { expect, test } from 'vitest';
import { imageAddress, safeAddress } from './safe-address.ts';

test.each([
  ['https://track.example.com/1Z?x=1#a', 'https://track.example.com/1Z?x=1#a'],
  ['http://track.example.com', 'http://track.example.com'],
  ['javascript:alert(1)', null],
  [' javascript:alert(1)', null],
  ['data:text/html,hi', null],
  ['//evil.example.com', null],
  ['https://', null],
  ['', null],
  [null, null],
])('the address %j may be followed as %j', (given, followed) => {
  expect(safeAddress(given)).toBe(followed);
});

test.each([
  ['https://cdn.example.com/a.png?x=1&y', '/uploads/outside?address=https%3A%2F%2Fcdn.example.com%2Fa.png%3Fx%3D1%26y'],
  ['mug.png', '/uploads/mug.png'],
  ['/mugs/red.png', '/uploads/mugs/red.png'],
  ['uploads/mug.png', '/uploads/mug.png'],
  ['/uploads/mug.png', '/uploads/mug.png'],
  ['javascript:alert(1)', null],
  ['//evil.example.com/a.png', null],
  [null, null],
])('the image %j is at %j', (given, address) => {
  expect(imageAddress(given)).toBe(address);
});
