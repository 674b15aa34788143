import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Cell } from './entity.ts';
import { wordExpected } from './expectations.ts';
import { wordProblem } from './problems.ts';
import { bySchema, readDecimal, readWeight, readWhole } from './read-cell.ts';

const asIs = (text: string) => text;
const inWords = (cell: Cell) =>
  typeof cell === 'string' ? cell : { problem: wordProblem(cell.problem), expected: wordExpected(cell.expected) };
const notNumber = (expected: string) => ({ problem: 'is not a number', expected });

test.each([
  ['500 g', '0.5'],
  ['1.5 kg', '1.5'],
  ['380g', '0.38'],
  ['12.5 G', '0.0125'],
  ['1000 g', '1'],
  ['2500 g.', '2.5'],
  ['0.38', '0.38'],
  ['0 g', '0'],
  ['2 lb', notNumber('2, without lb')],
  ['1,5 kg', notNumber('1.5')],
  ['-500 g', { problem: 'must not be negative', expected: '0 or more, as 0.25' }],
  ['-3', { problem: 'must not be negative', expected: '0 or more, as 0.25' }],
  ['g', notNumber('a number, as 0.25')],
])('%s as a weight is %j', (text, expected) => {
  expect(inWords(readWeight(asIs)(text))).toEqual(expected);
});

test.each([
  [readDecimal, '-0.25', 'must not be negative'],
  [readWhole, '-3', 'must not be negative'],
  [readWhole, '-3.5', 'must not be negative'],
  [readWhole, '--3', 'is not a whole number'],
  [readDecimal, '-', 'is not a number'],
])('a number below zero says so: %# %s', (read, text, problem) => {
  expect(inWords(read(asIs)(text))).toMatchObject({ problem });
});

test.each([
  [z.string().max(3), 'Must have at most 3 characters'],
  [z.string().max(3, 'A code has at most three characters.'), 'A code has at most three characters.'],
  [z.email(), 'Must be an e-mail address such as ann@example.com'],
])('what a schema refuses is said in the words of a form: %#', (schema, problem) => {
  expect(inWords(bySchema(schema, { code: 'whole' })('abcd'))).toMatchObject({ problem });
});
