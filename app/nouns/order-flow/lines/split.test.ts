import { expect, test } from 'vitest';
import { planSplit, type SplitLine, type WantedLine } from './split.ts';

const mug: SplitLine = { id: 1, quantity: 3, later_quantity: 0 };
const cup: SplitLine = { id: 2, quantity: 1, later_quantity: 0 };
const wanted = (line: SplitLine, quantity: number, seen: Partial<WantedLine> = {}): WantedLine => ({
  ...{ id: line.id, of: line.quantity, was: line.later_quantity, quantity },
  ...seen,
});
const splitMug = { ...mug, later_quantity: 1 };

test.each([
  ['some of each', [mug, cup], [wanted(mug, 1), wanted(cup, 1)], 'split'],
  ['a whole line', [mug, cup], [wanted(mug, 3), wanted(cup, 0)], 'split'],
  ['all of it', [mug, cup], [wanted(mug, 3), wanted(cup, 1)], 'none_stays'],
  ['more than there is', [mug, cup], [wanted(mug, 4), wanted(cup, 0)], 'too_many'],
  ['nothing', [mug, cup], [wanted(mug, 0), wanted(cup, 0)], 'not_split'],
  ['the same once more', [splitMug, cup], [wanted(splitMug, 1), wanted(cup, 0)], 'same'],
  ['the same, by a page that was opened before', [splitMug, cup], [wanted(splitMug, 1, { was: 0 }), wanted(cup, 0)], 'same'],
  ['something else, by a page that was opened before', [splitMug, cup], [wanted(splitMug, 2, { was: 0 }), wanted(cup, 0)], 'changed'],
  ['all in one again', [splitMug, cup], [wanted(splitMug, 0), wanted(cup, 0)], 'joined'],
  ['a line that has another quantity by now', [mug, cup], [wanted(mug, 1, { of: 2 }), wanted(cup, 0)], 'changed'],
  ['one line fewer than there are', [mug, cup], [wanted(mug, 1)], 'changed'],
  ['a line that is not there', [mug], [wanted(mug, 1), wanted(cup, 0)], 'changed'],
  ['a line twice', [mug, cup], [wanted(mug, 1), wanted(mug, 1)], 'changed'],
  ['beside a line without a quantity', [mug, { ...cup, quantity: 0 }], [wanted(mug, 1), wanted({ ...cup, quantity: 0 }, 0)], 'split'],
  ['all but a line without a quantity', [mug, { ...cup, quantity: 0 }], [wanted(mug, 3), wanted({ ...cup, quantity: 0 }, 0)], 'none_stays'],
] as const)('a split of %s', (_, lines, lineWanted, kind) => {
  expect(planSplit(lines, lineWanted).kind).toBe(kind);
});

test('a plan says how many of each line go later', () => {
  expect(planSplit([mug, cup], [wanted(cup, 1), wanted(mug, 0)])).toEqual({
    kind: 'split',
    later: new Map([
      [2, 1],
      [1, 0],
    ]),
  });
});
