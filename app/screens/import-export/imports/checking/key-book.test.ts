import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Earlier, keyBook } from './key-book.ts';

test('it finds every key that came before, as a map of all of them would', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom('a', 'A', 'é', 'É', ''), fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 60 }),
      (keys) => {
        const book = keyBook();
        const known = new Map<string, { key: string; row: number }>();
        for (const [at, key] of keys.entries()) {
          const first = known.get(key.toLowerCase());
          const expected: Earlier | null = first ? { row: first.row, same: first.key === key } : null;
          expect(book.add(key, at + 2)).toEqual(expected);
          if (!first) known.set(key.toLowerCase(), { key, row: at + 2 });
        }
      },
    ),
  );
});

test('it grows, and keeps what it knows', () => {
  const book = keyBook();
  const earlier = Array.from({ length: 50_000 }, (_, at) => book.add(`SKU-${at}`, at + 2));
  expect(earlier.filter(Boolean)).toEqual([]);
  for (let at = 0; at < 50_000; at += 977) expect(book.add(`SKU-${at}`, 99)).toEqual({ row: at + 2, same: true });
});
