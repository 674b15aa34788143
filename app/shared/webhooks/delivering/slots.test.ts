import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hostSlots } from './slots.ts';

test('an account that calls a host more often than it may keeps none of the others waiting', async () => {
  const { take } = hostSlots({ all: 4, each: 2 });
  const begun: string[] = [];
  const call = (accountId: number, host = 'hooks.example') =>
    take(accountId, host).then((leave) => {
      begun.push(`${accountId} ${host}`);
      return leave;
    });
  const first = call(1);
  for (let n = 0; n < 4; n += 1) call(1);
  call(2);
  call(3);
  call(1, 'other.example');
  await turn();
  expect(begun).toEqual(['1 hooks.example', '1 hooks.example', '2 hooks.example', '3 hooks.example', '1 other.example']);
  (await first)();
  await turn();
  expect(begun.slice(5)).toEqual(['1 hooks.example']);
});
