import { expect, test } from 'vitest';
import { hasFailedAgain, rememberTried } from './tried.ts';

test('what was tried and is there again has failed again, for ten minutes', () => {
  rememberTried('all', { tried: 3, waiting: 3 }, 1_000);
  expect([hasFailedAgain('all', 601_000), hasFailedAgain('all', 601_001), hasFailedAgain('all', 601_000)]).toEqual([true, false, false]);
  expect(hasFailedAgain('other', 1_000)).toBe(false);
});

test('what may not have been tried has not failed again', () => {
  rememberTried('many', { tried: 300, waiting: 1_000 }, 1_000);
  expect(hasFailedAgain('many', 1_001)).toBe(false);
});
