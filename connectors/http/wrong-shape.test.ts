import { expect, test } from 'vitest';
import { z } from 'zod';
import { problemOf } from './wrong-shape.ts';

const problem = (schema: z.ZodType, value: unknown) => problemOf(schema.safeParse(value).error?.issues[0]);

test.each([
  [z.object({ id: z.string() }), {}, 'is missing'],
  [z.object({ id: z.string() }), { id: null }, 'is empty'],
  [z.object({ id: z.string() }), { id: 7 }, 'is not a text'],
  [z.object({ lines: z.array(z.string()) }), { lines: 'none' }, 'is not a list'],
  [z.number().int(), 1.5, 'is not a whole number'],
  [z.enum(['open', 'closed']), 'torn', 'has a value that is not known here'],
  [z.iso.datetime(), 'soon', 'is not a moment'],
  [z.string().regex(/^\d+$/), 'x', 'is not in the form that was expected'],
  [z.string().min(1), '', 'is empty'],
  [z.string().max(2), 'long', 'is too long'],
  [z.number().min(0), -1, 'is less than 0'],
  [z.number().max(9), 10, 'is more than 9'],
  [z.strictObject({}), { extra: 1 }, 'has fields that are not known: extra'],
  [z.union([z.string(), z.number()]), null, 'is missing, or of another kind than was expected'],
])('what a schema finds is said in plain words: %#', (schema, value, words) => {
  expect(problem(schema, value)).toBe(words);
});

test('a schema’s own words stand, and what is found nowhere cannot be read', () => {
  expect(problem(z.number().int('is not a whole number of units'), 1.5)).toBe('is not a whole number of units');
  expect(
    problem(
      z.string().refine(() => false),
      'x',
    ),
  ).toBe('cannot be read');
  expect(problemOf(undefined)).toBe('cannot be read');
});
