import { expect, test } from 'vitest';
import { allowance } from './allowance.ts';

test('an account gets so many at once, then as many a minute, and another account its own', () => {
  let at = 0;
  const { take } = allowance(
    20,
    (seconds) => new Error(`in ${seconds} s`),
    () => at,
  );
  for (let n = 0; n < 20; n++) take(1);
  expect(() => take(1)).toThrow('in 3 s');
  take(2);
  at += 3_000;
  take(1);
  expect(() => take(1)).toThrow('in 3 s');
  at += 60_000;
  for (let n = 0; n < 20; n++) take(1);
  expect(() => take(1)).toThrow('in 3 s');
});
