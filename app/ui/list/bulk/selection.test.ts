import { expect, test } from 'vitest';
import { between } from './selection.ts';

const rows = [7, 3, 9, 1];

test.each([
  [3, 1, [3, 9, 1]],
  [1, 3, [3, 9, 1]],
  [9, 9, [9]],
  [undefined, 9, undefined],
  [42, 9, undefined],
])('from %j to %j are %j', (from, to, ticked) => expect(between(rows, from, to)).toEqual(ticked));
