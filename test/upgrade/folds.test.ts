import { expect, test } from 'vitest';
import { foldedSince } from './folds.ts';

const before = { '0001_a.sql': 'create table a ()', '0002_b.sql': 'create table b ()' };

test('a build whose migrations are all there, and the same, can be upgraded from', () => {
  expect(foldedSince(before, { ...before, '0003_c.sql': 'create table c ()' })).toBeUndefined();
});

test('one whose migrations are gone, or another, cannot: which is said', () => {
  const now = { '0001_all.sql': '', '0002_b.sql': 'create table b (id int)' };
  expect(foldedSince(before, now)).toBe('its migrations were folded or changed since (0001_a.sql is gone, 0002_b.sql is another)');
  const many = Object.fromEntries(Array.from({ length: 48 }, (_, at) => [`${at + 1}`.padStart(4, '0'), '']));
  expect(foldedSince(many, {})).toBe('its migrations were folded or changed since (0001 is gone, 0002 is gone, 0003 is gone and 45 more)');
});
