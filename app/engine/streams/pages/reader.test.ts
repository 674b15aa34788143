import { expect, test } from 'vitest';
import type { PageRead } from './page.ts';
import { pageReader } from './reader.ts';

type Place = { cursor: { page: number } | null; readAt: Date };

const at = (page: number, readAt = 0): Place => ({ cursor: { page }, readAt: new Date(readAt) });
const pageBefore = (next: number, more: Partial<PageRead> = {}): PageRead => ({
  ...{ count: 0, unreadable: [], readIds: [], records: [], more: true, acknowledges: false },
  ...{ next: { page: next }, store: async () => ({ done: 0, skipped: 0 }) },
  ...more,
});

function countingReader() {
  const calls: unknown[] = [];
  const pages = pageReader<Place>(async ({ cursor }) => {
    calls.push(cursor?.page);
    return { ok: true, value: pageBefore((cursor?.page ?? 0) + 1) };
  });
  return { calls, pages };
}

test('the next page is read before it is needed, and only once', async () => {
  const { calls, pages } = countingReader();
  pages.begin(at(1), pageBefore(2));
  expect(calls).toEqual([2]);
  expect(await pages.page(at(2))).toMatchObject({ result: { ok: true, value: { next: { page: 3 } } } });
  expect(calls).toEqual([2]);
  await pages.page(at(2));
  expect(calls).toEqual([2, 2]);
});

test('a page read ahead counts as read when its call started: later webhooks are not in it', async () => {
  const { pages } = countingReader();
  pages.begin(at(1, 1_000), pageBefore(2));
  expect(await pages.page(at(2, 5_000))).toMatchObject({ place: at(2, 1_000) });
});

test('a page read ahead is dropped when the cursor has moved elsewhere by then', async () => {
  const { calls, pages } = countingReader();
  pages.begin(at(1), pageBefore(2));
  expect(await pages.page(at(7))).toMatchObject({ result: { value: { next: { page: 8 } } } });
  expect(calls).toEqual([2, 7]);
});

test('nothing is read ahead after the last page', () => {
  const { calls, pages } = countingReader();
  pages.begin(at(1), pageBefore(2, { more: false }));
  expect(calls).toEqual([]);
});

test('what may be of the next page is stored beside the last; where that fails, the page is left for later', async () => {
  const part = { records: [1], readIds: ['1'] };
  const stored = { applied: { done: 1, skipped: 0 }, unreadable: [] };
  const last = pageBefore(2);
  const pages = pageReader<Place>(
    async ({ cursor }) => ({
      ok: true,
      value: pageBefore(7, { beside: (before) => (before === last && cursor?.page !== 3 ? part : null) }),
    }),
    async (before, { cursor }, page) => {
      if (cursor?.page === 5) throw new Error('A deadlock.');
      return before.cursor?.page === 1 && page.records === part.records ? stored : null;
    },
  );
  const ofNext = async (next: number, from = at(1)) => {
    last.next = { page: next };
    pages.begin(from, last);
    return (await pages.page(at(next))).stored;
  };
  expect(await ofNext(2)).toMatchObject({ page: { ...part, next: { page: 7 } }, stored });
  expect(await ofNext(2, at(4))).toBeNull();
  expect(await ofNext(3)).toBeNull();
  expect(await ofNext(5)).toBeNull();
  await pages.settled();
});
