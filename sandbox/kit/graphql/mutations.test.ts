import { expect, test } from 'vitest';
import { allOrNone } from './mutations.ts';

test('of a list all is done, or nothing where one is refused, and each refusal names its place', () => {
  const done: number[] = [];
  const put = (units: number[]) =>
    allOrNone(units, ['input', 'units'], (one, cannot) => {
      if (one < 0) cannot('Too few.', 'NEGATIVE', 'quantity');
      return () => void done.push(one);
    });
  expect(put([1, -1, 2, -2])).toEqual({
    userErrors: ['1', '3'].map((at) => ({ message: 'Too few.', code: 'NEGATIVE', field: ['input', 'units', at, 'quantity'] })),
  });
  expect(done).toEqual([]);
  expect(put([1, 2])).toEqual({ userErrors: [] });
  expect(done).toEqual([1, 2]);
});
