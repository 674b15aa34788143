import { expect, test } from 'vitest';
import { recentNews } from './recent-news.ts';

let now = 0;
const clock = () => now;

test('events of the time asked about are remembered, of their account only', () => {
  now = 0;
  const recent = recentNews(clock);
  recent.startAgain();
  now = 1_000;
  recent.note(1, 'orders');
  recent.note(2, 'runs');
  now = 3_000;
  recent.note(1, 'issues');
  expect(recent.since(1, 2_500)).toEqual(['orders', 'issues']);
  expect(recent.since(1, 1_000)).toEqual(['issues']);
  expect(recent.since(3, 2_500)).toEqual([]);
});

test('before it listened, after a break, and longer ago than it remembers, anything may have changed', () => {
  now = 10_000;
  const recent = recentNews(clock);
  expect(recent.since(1, 0)).toEqual(['*']);
  recent.startAgain();
  now = 12_000;
  expect(recent.since(1, 1_000)).toEqual([]);
  expect(recent.since(1, 3_000)).toEqual(['*']);
  now = 200_000;
  expect(recent.since(1, 60_001)).toEqual(['*']);
  recent.startAgain();
  expect(recent.since(1, 1_000)).toEqual(['*']);
});

test('a topic is forgotten when a minute has passed', () => {
  now = 0;
  const recent = recentNews(clock);
  recent.startAgain();
  now = 1;
  recent.note(1, 'order:7');
  now = 60_002;
  recent.note(1, 'orders');
  now = 60_003;
  expect(recent.since(1, 60_000)).toEqual(['orders']);
});
