import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderedList } from './ordered-list.ts';

type Row = { key: number; id: number };
const byKey = (a: Row, b: Row) => a.key - b.key || a.id - b.id;

test('it holds what a sorted array holds, whatever comes and goes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 3000, size: 'max' }), fc.nat(), (keys, seed) => {
      const list = new OrderedList<Row>(byKey);
      const rows = keys.map((key, id) => ({ key, id }));
      for (const row of rows) list.insert(row);
      const gone = rows.filter(({ id }) => (id * 7 + seed) % 3 === 0);
      for (const row of gone) expect(list.remove(row)).toBe(true);
      const left = rows.filter((row) => !gone.includes(row)).sort(byKey);
      expect(list.size).toBe(left.length);
      expect(list.slice(0, left.length)).toEqual(left);
      expect(list.position(({ key }) => key >= 25)).toBe(left.filter(({ key }) => key < 25).length);
    }),
    { numRuns: 40 },
  );
});

test('a page from the middle spans blocks', () => {
  const list = new OrderedList<Row>(byKey);
  for (let id = 0; id < 5000; id++) list.insert({ key: id, id });
  expect(list.slice(2040, 2055).map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, index) => 2040 + index));
  expect(list.slice(4999, 6000)).toHaveLength(1);
  expect(list.remove({ key: 9000, id: 1 })).toBe(false);
});
