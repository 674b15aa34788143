import { expect, test } from 'vitest';
import { z } from 'zod';
import { id, instant, text } from '../endpoint.ts';
import { parse } from './parse.ts';
import { Invalid } from './refusal.ts';

const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .refine((date) => date >= '1970', 'Must be after 1970')
  .or(z.literal(''));

test.each<[kind: string, schema: z.ZodType, given: unknown, sentence: string]>([
  ['missing', text(), undefined, 'Is required'],
  ['missing, where a number is read', id, undefined, 'Is required'],
  ['null', text(), null, 'Is required'],
  ['null, where a number is read', id, null, 'Is required'],
  ['missing, of several shapes', z.union([z.string(), z.number()]), undefined, 'Is required'],
  ['no text', text(), 5, 'Must be a text'],
  ['no number', z.number(), 'five', 'Must be a number'],
  ['no number, where one is read', id, 'five', 'Must be a number'],
  ['no whole number', id, 1.5, 'Must be a whole number'],
  ['not yes or no', z.boolean(), 'yes', 'Must be true or false'],
  ['no list', z.array(z.string()), 'a', 'Must be a list'],
  ['no object', z.object({}), [], 'Must be an object'],
  ['another type', z.symbol(), 'a', 'Cannot be used here'],
  ['not the one value', z.literal('all'), 'none', 'Must be all'],
  ['none of the values', z.enum(['ASC', 'DESC', '']), 'UP', 'Must be one of ASC, DESC'],
  ['not empty', z.literal(''), 'a', 'Must be empty'],
  ['no date', z.iso.date(), '31.1.2026', 'Must be a date such as 2026-01-31'],
  ['a day that does not exist', z.iso.date(), '2026-02-30', 'Must be a date such as 2026-01-31'],
  ['no moment', instant, '2026-01-31', 'Must be a moment such as 2026-01-31T09:30:00Z'],
  ['no e-mail address', z.email(), 'ann', 'Must be an e-mail address such as ann@example.com'],
  ['no address', z.url(), 'here', 'Must be an address such as https://example.com'],
  ['another pattern', z.string().regex(/^[a-z]+$/), 'A', 'Is not in the right format'],
  ['too long', text(200), 'x'.repeat(201), 'Must have at most 200 characters'],
  ['not as long', z.string().length(6), 'abc', 'Must have exactly 6 characters'],
  ['too short', z.string().min(12), 'abc', 'Must have at least 12 characters'],
  ['empty', z.string().min(1), '', 'Must not be empty'],
  ['too many', z.array(z.string()).max(1), ['a', 'b'], 'Must have at most 1 entry'],
  ['too few', z.array(z.string()).min(2), ['a'], 'Must have at least 2 entries'],
  ['none', z.array(z.string()).min(1), [], 'Must not be empty'],
  ['too large', z.number().max(1_000_000), 1e9, 'Must be at most 1,000,000'],
  ['as large as the bound', z.number().lt(5), 5, 'Must be less than 5'],
  ['too small', z.number().min(1), 0, 'Must be at least 1'],
  ['no record’s number', id, 0, 'Must be more than 0'],
  ['too early', z.date().min(new Date(0)), new Date(-1), 'Must be at least 1970-01-01T00:00:00.000Z'],
  ['between the steps', z.number().multipleOf(5), 7, 'Must be a multiple of 5'],
  ['an unknown field', z.strictObject({}), { colour: 'red' }, 'Has fields that are not known here: colour'],
  ['of none of two shapes', z.union([z.string(), z.number()]), true, 'Must be a text or a number'],
  ['nearly of one of two shapes', z.union([z.number().max(5), z.object({})]), 6, 'Must be at most 5'],
  ['neither date nor moment', moment, 'nonsense', 'Must be a date such as 2026-01-31 or a moment such as 2026-01-31T09:30:00Z'],
  ['a date, but a wrong one', moment, '1900-01-01', 'Must be after 1970'],
  ['an impossible name', z.record(z.string().max(1), z.string()), { ab: 'a' }, 'Has a name in it that cannot be used'],
  ['another rule', z.string().refine(() => false), 'a', 'Cannot be used here'],
  ['another rule, in its words', text(), 'a\u0000', 'Must not contain NUL characters'],
])('%s', (_, schema, value, sentence) => {
  expect(Object.values(messagesOf(z.object({ field: schema }), { field: value }))).toEqual([[sentence]]);
});

test('each cause is reported once, under its field', () => {
  const day = z.iso.date().refine((date) => date >= '0001', 'There is no year 0');
  expect(
    messagesOf(
      z.object({
        day,
        name: z
          .string()
          .min(5)
          .refine((name) => name !== 'ann', 'Is taken'),
      }),
      { day: '/', name: 'ann' },
    ),
  ).toEqual({
    day: ['Must be a date such as 2026-01-31'],
    name: ['Must have at least 5 characters', 'Is taken'],
  });
  expect(messagesOf(z.object({ lines: z.array(z.object({ id })) }), { lines: [{ id: 1 }, {}] })).toEqual({ 'lines.1.id': ['Is required'] });
  expect(messagesOf(z.object({}), undefined)).toEqual({ body: ['Is required'] });
});

function messagesOf(schema: z.ZodType, value: unknown): Record<string, string[]> {
  try {
    parse(schema, 'body', value);
  } catch (error) {
    if (error instanceof Invalid) return { ...error.fields };
    throw error;
  }
  throw new Error('This was to be refused.');
}
