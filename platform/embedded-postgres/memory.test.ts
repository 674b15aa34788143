import { expect, test } from 'vitest';
import { machineMemory, memoryFor } from './memory.ts';

const gigabyte = 2 ** 30;

test.each([
  [0.5 * gigabyte, '128MB', '256MB'],
  [1 * gigabyte, '128MB', '512MB'],
  [4 * gigabyte, '512MB', '2048MB'],
  [24 * gigabyte, '1024MB', '12288MB'],
])('of %d bytes the database keeps pages in %s', (bytes, shared_buffers, effective_cache_size) => {
  expect(memoryFor(bytes)).toEqual({ shared_buffers, effective_cache_size });
});

test('the memory of this machine is known', () => {
  expect(machineMemory()).toBeGreaterThan(gigabyte / 8);
  expect(Number.isFinite(machineMemory())).toBe(true);
});
