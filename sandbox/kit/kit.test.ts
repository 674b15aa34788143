import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { openJournal } from '../journal.ts';
import { createBucket } from '../limit.ts';
import { openCollection } from './collection.ts';
import { behind, numbered, pageLinks } from './paging.ts';
import { createTokens } from './tokens.ts';

const records = [5, 1, 4, 2, 3].map((id) => ({ id })).sort((a, b) => a.id - b.id);
const ids = (page: { records: { id: number }[] } | null) => page?.records.map(({ id }) => id);

test('numbered pages count, go on from an offset, and refuse what is too long unless the vendor cuts it', () => {
  const names = { page: 'page', size: 'per_page', offset: 'offset' };
  const { cut } = numbered<{ id: number }>(names, { usual: 2, most: 3 });
  expect(cut(records, { page: '2' })).toMatchObject({ records: [{ id: 3 }, { id: 4 }], total: 5, page: 2, pages: 3 });
  expect(ids(cut(records, { per_page: '3', offset: '1' }))).toEqual([2, 3, 4]);
  expect([cut(records, { per_page: '4' }), cut(records, { page: '0' })]).toEqual([null, null]);
  expect(ids(numbered<{ id: number }>(names, { usual: 2, most: 3, cuts: true }).cut(records, { per_page: '4' }))).toEqual([1, 2, 3]);
  expect(pageLinks('http://a.example/x?page=2', 'page', { records: [], total: 5, page: 2, pages: 3 })).toEqual({
    link: '<http://a.example/x?page=1>; rel="prev", <http://a.example/x?page=3>; rel="next"',
  });
});

test('a cursor goes on behind its record, whatever came or went before it', () => {
  const { cut } = behind<{ id: number }>({ cursor: 'after', size: 'limit' }, { usual: 2, most: 10 }, ({ id }) => [id]);
  const first = cut(records, {});
  expect(ids(first)).toEqual([1, 2]);
  const rest = records.filter(({ id }) => id !== 1);
  expect(ids(cut(rest, { after: String(first?.next) }))).toEqual([3, 4]);
  expect(cut(records, { limit: '5' })?.next).toBe(null);
  expect(cut(records, { after: 'not a cursor' })).toBe(null);
});

test('a bucket fills up again steadily, and says when there is room for one more', () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const take = createBucket(clock, () => 2, 0.5);
  expect([take(), take(), take()].map((standing) => [standing?.refused, standing?.remaining, standing?.resetS])).toEqual([
    [false, 1, 2],
    [false, 0, 4],
    [true, 0, 2],
  ]);
  clock.advance(2_000);
  expect(take()?.refused).toBe(false);
});

test('a token ends by itself, or with all others', async () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const tokens = createTokens((await openJournal(undefined)).table('tokens'), clock, () => 60);
  const [first, second] = [tokens.issue(), tokens.issue()];
  clock.advance(59_000);
  expect(tokens.isGood(first)).toBe(true);
  clock.advance(1_000);
  expect(tokens.isGood(second)).toBe(false);
  const third = tokens.issue();
  tokens.expire();
  expect(tokens.isGood(third)).toBe(false);
});

test('records are numbered on after a restart, and each change has its time and tells of itself', async () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const table = (await openJournal(undefined)).table<{ name: string; id: number; createdAt: number; changedAt: number }>('records');
  const told: string[] = [];
  const collection = openCollection<{ name: string }>(table, clock, 100);
  collection.onChange((happening, { name }) => told.push(`${happening} ${name}`));
  const record = collection.add((id) => ({ name: `N${id}` }));
  clock.advance(1_000);
  collection.change(record, { name: 'M' });
  collection.patch(record, { name: 'P' });
  expect([record.changedAt - record.createdAt, told]).toEqual([1_000, ['created N100', 'updated M']]);
  expect(openCollection<{ name: string }>(table, clock, 100).add({ name: 'next' }).id).toBe(101);
  collection.remove(record);
  expect([collection.get(100), told.at(-1)]).toEqual([undefined, 'deleted P']);
});
