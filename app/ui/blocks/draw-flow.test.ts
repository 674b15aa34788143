import { expect, test } from 'vitest';
import { drawFlow, rateOf } from './draw-flow.ts';

const day = (...last: number[]) => [...Array(24 - last.length).fill(0), ...last];

test.each([
  ['none in 24 hours', day()],
  ['under 0.1 an hour', day(1)],
  ['0.3 an hour', day(6)],
  ['9.5 an hour', day(228)],
  ['1,200 an hour', Array(24).fill(1_200)],
])('the rate of a day is %s', (rate, hours) => {
  expect(rateOf(hours)).toBe(rate);
});

test('the tallest bar fills the height, the smallest can be seen, and an hour of nothing has none', () => {
  const { path, words } = drawFlow('Orders in', day(1_000, 1, 0));
  expect(path).toBe('M84 20v-20h3v20zM88 20v-2h3v2z');
  expect(words).toBe('Orders in by the hour: at most 1,000, now 0');
  expect(drawFlow('Orders in', day()).path).toBe('');
});
