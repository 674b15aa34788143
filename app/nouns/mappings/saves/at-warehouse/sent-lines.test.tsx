import { expect, test } from 'vitest';
import { rendered } from '../../../../../test/rendered.tsx';
import { SentLines } from './sent-lines.tsx';

const lines = (words: string) =>
  rendered(<SentLines words={words} />)
    .split(/\n+/)
    .filter(Boolean);

test('what becomes of several kinds of orders is a line each, where a preset is deleted', () => {
  expect(
    lines('3 orders went to the warehouse otherwise: SO-1 and SO-2 will be replaced there; SO-3 left on Nov 3 with A instead of B.'),
  ).toEqual([
    '3 orders went to the warehouse otherwise:',
    'SO-1 and SO-2 will be replaced there',
    'SO-3 left on Nov 3 with A instead of B',
  ]);
});

test.each([
  '1 order went to the warehouse otherwise: SO-1 will be replaced there.',
  '2 that the warehouse is working on are compared when it is saved.',
])('one kind stays one sentence: %s', (words) => {
  expect(lines(words)).toEqual([words]);
});

const left = (order: string) => `${order} left on Nov 27 with note “A” instead of no note`;

test('where a preset is deleted, orders that have left are one line, however many they are', () => {
  const words = `52 orders went to the warehouse otherwise: ${[left('SO-3'), left('SO-2'), left('SO-1'), '49 more have left'].join('; ')}.`;
  const shown = rendered(<SentLines words={words} short />)
    .split(/\n+/)
    .filter(Boolean);
  expect(shown).toEqual(['52 orders went to the warehouse otherwise:', 'SO-3, SO-2, SO-1 and 49 more have left already']);
});
