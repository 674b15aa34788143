import { expect, test } from 'vitest';
import { turns } from './turns.ts';

test('an account that has all of its turns waits, another does not, and too many are refused', async () => {
  const { take } = turns({ each: 2, all: 3, waiting: 1, refusal: () => new Error('too many') });
  const [first] = [await take(1), await take(1)];
  const order: string[] = [];
  const third = take(1).then((end) => [order.push('third of one'), end] as const);
  await expect(take(1)).rejects.toThrow('too many');
  const other = await take(2);
  const full = take(2).then((end) => [order.push('second of two'), end] as const);
  first?.();
  (await third)[1]();
  other();
  (await full)[1]();
  expect(order).toEqual(['third of one', 'second of two']);
});

test('a turn that is ended twice is ended once', async () => {
  const { take } = turns({ each: 1, waiting: 0, refusal: () => new Error('too many') });
  const end = await take(1);
  end();
  await take(1);
  end();
  await expect(take(1)).rejects.toThrow('too many');
});
