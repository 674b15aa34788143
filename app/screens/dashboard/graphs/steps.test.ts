import { expect, test } from 'vitest';
import { stepsUpTo } from './steps.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 2, 4, 6]],
  [8, [0, 2, 4, 6, 8]],
  [11, [0, 5, 10, 15]],
  [99, [0, 50, 100]],
  [4_000, [0, 1_000, 2_000, 3_000, 4_000]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
])('an axis for %i has the marks %o', (most, marks) => {
  expect(stepsUpTo(most)).toEqual(marks);
});
