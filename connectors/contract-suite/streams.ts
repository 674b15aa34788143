import { expect, test } from 'vitest';
import type { Cursor, CursorStream, Page, QueueStream, Result } from '../contract.ts';
import type { Candidate } from './candidate.ts';

export const since = new Date('2020-01-01T00:00:00Z');

type Picked = ReturnType<Candidate['streams'][string]>;
export type Pick = () => Promise<Picked>;

/** What a stream of either kind must do. */
export function streamTests(pick: Pick): void {
  test('gives records, and the same page twice the same keys', async () => {
    const { stream, keyOf } = await pick();
    const first = succeeded(await read(stream, null));
    expect(first.records.length).toBeGreaterThan(0);
    expect(first.unreadable).toEqual([]);
    expect(keysOf(succeeded(await read(stream, null)), keyOf)).toEqual(keysOf(first, keyOf));
  });

  test('resumes from any cursor, after the cursor was stored as JSON', async () => {
    const { stream, keyOf } = await pick();
    const pages = await drain(stream);
    expect(new Set(pages.flatMap(({ page }) => keysOf(page, keyOf))).size).toBeGreaterThan(1);
    for (const { cursor, page } of pages) {
      const again = succeeded(await read(stream, JSON.parse(JSON.stringify(cursor)) as Cursor | null));
      expect(keysOf(again, keyOf)).toEqual(keysOf(page, keyOf));
      expect(again.next).toEqual(page.next);
    }
  });

  test('rests when it is drained', async () => {
    const { stream } = await pick();
    // A queue begins each pass anew.
    const rest = stream.mode === 'queue' ? null : ((await drain(stream)).at(-1)?.page.next ?? null);
    if (stream.mode === 'cursor') expect(succeeded(await read(stream, rest)).more).toBe(false);
    else expect((await drain(stream)).length).toBeLessThan(100);
  });
}

/** What a queue must do beside: what is acknowledged goes, once and for all, and nothing else goes with it. */
export function queueTests(pick: Pick): void {
  test('acknowledging takes from the queue what was acknowledged, and nothing else; twice does no harm', async () => {
    const { stream, keyOf } = await pick();
    if (stream.mode !== 'queue') return;
    const keys = await all(stream, keyOf);
    const [first = '', ...others] = keys;
    for (const _ of ['once', 'twice']) {
      const outcomes = succeeded(await stream.acknowledge([first]));
      expect(outcomes.filter(({ failure }) => failure && failure.kind !== 'not_found')).toEqual([]);
      expect(outcomes.map(({ remoteId }) => remoteId)).toEqual([first]);
      expect(new Set(await all(stream, keyOf))).toEqual(new Set(others));
    }
  });
}

/** `expire` makes the other side refuse every token that it granted. */
export function tokenTests(pick: Pick, expire: () => void | Promise<void>, statuses: () => (number | null)[]): void {
  test('a token that ends in mid-stream is renewed once, and nothing is read twice or left out', async () => {
    // Some refuse a token as others refuse a permission.
    const refused = () => statuses().filter((status) => status === 401 || status === 403).length;
    const { stream, keyOf } = await pick();
    const whole = await all(stream, keyOf);
    const before = refused();
    const keys: string[] = [];
    await drain(stream, async (page) => {
      keys.push(...keysOf(page, keyOf));
      await expire();
    });
    expect(keys).toEqual(whole);
    // What is read in one page has no middle: then it is the next time.
    if (refused() === before) succeeded(await read(stream, null));
    expect(refused()).toBeGreaterThan(before);
  });
}

type OfEither<T> = CursorStream<T> | QueueStream<T>;

export const read = <T>(stream: OfEither<T>, cursor: Cursor | null): Promise<Result<Page<T>>> =>
  stream.mode === 'queue' ? stream.read(cursor) : stream.read(cursor, since);

const keysOf = (page: Page<unknown>, keyOf: Picked['keyOf']) => page.records.map((record) => keyOf(record as never));
const all = async (stream: OfEither<unknown>, keyOf: Picked['keyOf']) => (await drain(stream)).flatMap(({ page }) => keysOf(page, keyOf));

/** Reads a stream to its end, from a cursor or from the beginning. */
export async function drain<T>(
  stream: OfEither<T>,
  between?: (page: Page<T>) => Promise<void>,
  from: Cursor | null = null,
): Promise<{ cursor: Cursor | null; page: Page<T> }[]> {
  const pages: { cursor: Cursor | null; page: Page<T> }[] = [];
  let cursor = from;
  for (let more = true; more && pages.length < 100; ) {
    const page: Page<T> = succeeded(await read(stream, cursor));
    pages.push({ cursor, page });
    cursor = page.next;
    // A report that is still being made is asked for again.
    more = page.more || page.again !== undefined;
    await between?.(page);
  }
  expect(pages.at(-1)?.page.more).toBe(false);
  return pages;
}

/** Every record of a stream, from a cursor or from the beginning. */
export const records = async <T>(stream: OfEither<T>, from: Cursor | null = null): Promise<T[]> =>
  (await drain(stream, undefined, from)).flatMap(({ page }) => page.records);

export function succeeded<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`It failed: ${JSON.stringify(result.failure)}`);
  return result.value;
}
