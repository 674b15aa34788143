import { expect, test } from 'vitest';
import { topics } from './topics.ts';

test('no two topics are equal', () => {
  expect(new Set(topics).size).toBe(topics.length);
});
