import { expect, test } from 'vitest';
import { rendered } from '../../../../../test/rendered.tsx';
import { SentLines } from './sent-lines.tsx';

const lines = (head: string, parts: string[]) =>
  rendered(<SentLines head={head} parts={parts} />)
    .split(/\n+/)
    .filter(Boolean);

test('what becomes of several kinds of orders is a line each, whatever a SKU or note has between its words', () => {
  const parts = ['SO-1 and SO-2 will be replaced there', 'SO-3 left on Nov 3 with 1 × CUP; RED instead of 1 × MUG'];
  expect(lines('3 orders went to the warehouse before this change:', parts)).toEqual([
    '3 orders went to the warehouse before this change:',
    ...parts,
  ]);
});

test.each([
  ['1 order went to the warehouse before this change:', 'SO-1 left with 1 × CUP; RED instead of nothing'],
  ['', '2 that the warehouse is working on are compared when it is saved'],
])('one kind stays one sentence: %s %s', (head, part) => {
  expect(lines(head, [part])).toEqual([`${head} ${part}.`.trim()]);
});
