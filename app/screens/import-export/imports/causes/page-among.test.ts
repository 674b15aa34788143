import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageAmong } from './page-among.ts';

const chunksOf = (counts: readonly number[]) => counts.map((count, chunk) => ({ chunk, count }));

test('a page of the last rows of a million, or of few among many, unpacks no more chunks than it has rows', () => {
  const size = 50;
  const whole = chunksOf(Array.from({ length: 500 }, () => 2_000));
  const last = pageAmong(whole, { from: 999_950, size });
  expect([last.chunks.map(({ chunk }) => chunk), last.skipped]).toEqual([[499], 1_950]);
  const rare = chunksOf(Array.from({ length: 500 }, (_, at) => (at % 4 === 0 ? 1 : 0)));
  expect(pageAmong(rare, { from: 0, size }).chunks).toHaveLength(size);
  expect(pageAmong(whole, { from: 1_000_000, size }).chunks).toEqual([]);
});

test('whatever the tallies, the chunks of a page hold just its rows', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 30 }), fc.nat(60), fc.integer({ min: 1, max: 12 }), (counts, from, size) => {
      const rows = counts.flatMap((count, chunk) => Array.from({ length: count }, (_, at) => `${chunk}/${at}`));
      const { chunks, skipped } = pageAmong(chunksOf(counts), { from, size });
      const unpacked = chunks.flatMap(({ chunk, count }) => Array.from({ length: count }, (_, at) => `${chunk}/${at}`));
      expect(unpacked.slice(skipped, skipped + size)).toEqual(rows.slice(from, from + size));
      expect(chunks.length).toBeLessThanOrEqual(size);
    }),
  );
});
