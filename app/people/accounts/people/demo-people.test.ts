import { expect, test } from 'vitest';
import { demoPassword, demoPasswordOf, demoSignIns } from './demo-people.ts';

test('the password of the demo is told to those who were given it, and to nobody whom they invited', () => {
  expect(demoSignIns().map(({ email }) => demoPasswordOf(email))).toEqual(demoSignIns().map(() => demoPassword));
  expect([demoPasswordOf('colleague@example.com'), demoPasswordOf(undefined)]).toEqual([undefined, undefined]);
});
