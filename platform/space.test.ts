import { expect, test } from 'vitest';
import { space } from './space.ts';

test('an account takes no more than its space, which is its own again as soon as it is free', () => {
  const room = space({ most: 10, refusal: () => new Error('full') });
  const free = room.take(1, 6);
  const other = room.take(1, 4);
  expect(() => room.take(1, 1)).toThrow('full');
  room.take(2, 10);
  free();
  free();
  expect(() => room.take(1, 7)).toThrow('full');
  room.take(1, 6);
  other();
  room.take(1, 4);
  expect(() => room.take(1, 1)).toThrow('full');
});
