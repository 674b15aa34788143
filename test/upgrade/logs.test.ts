import { expect, test } from 'vitest';
import { isTrouble } from './logs.ts';

test.each(['{"level":"warn","msg":"A channel is slow"}', '{"level":"info","msg":"Ready"}', '-- ended: 0', ''])(
  '%s is no trouble',
  (line) => {
    expect(isTrouble(line)).toBe(false);
  },
);

test.each([
  '{"level":"error","msg":"column \\"note\\" does not exist"}',
  '{"level":"fatal"}',
  '-- ended: 1',
  '-- ended: SIGKILL',
  'TypeError: x is not a function',
])('%s is trouble', (line) => {
  expect(isTrouble(line)).toBe(true);
});
