import { expect, test } from 'vitest';
import { growth, rises } from './rises.ts';

const many = (value: (at: number) => number, count = 80) => Array.from({ length: count }, (_, at) => value(at));
/** From -1 to 1, the same each time. */
const noise = (at: number) => Math.sin(at * 12.9898) * Math.cos(at * 78.233);

test.each([
  ['a flat one', many(() => 200)],
  ['noise', many((at) => 200 + 30 * noise(at))],
  ['the teeth of a saw', many((at) => 1_000 + (at % 10) * 400)],
  ['one peak at the end', many((at) => (at > 76 ? 900 : 200))],
  ['what warms up in the first quarter', many((at) => 200 + Math.min(at, 19) * 20)],
  ['a rise of a twentieth', many((at) => 400 + at * 0.3)],
  ['one that falls', many((at) => 900 - at * 5)],
  ['a rise below what counts', many((at) => 1 + at * 0.1)],
  ['too few values', many((at) => at * 100, 9)],
])('%s does not rise', (_, values) => {
  expect(rises(values, 20)).toBe(false);
});

test.each([
  ['a leak', many((at) => 200 + at * 3)],
  ['a leak in noise', many((at) => 200 + at * 2 + 40 * noise(at))],
  ['a saw that climbs', many((at) => 1_000 + (at % 10) * 100 + at * 20)],
  ['what is flat for half of the time', many((at) => 200 + Math.max(0, at - 40) * 6)],
])('%s rises', (_, values) => {
  expect(rises(values, 20)).toBe(true);
});

test('growth is that of the median slope', () => {
  expect(growth([1, 2, 3, 4, 50])).toBe(4);
});
