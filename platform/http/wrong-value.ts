import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;
type Kinds = { [Code in Issue['code']]: (issue: Extract<Issue, { code: Code }>) => string };

/**
 * A sentence about what is wrong with a field, for the person who filled it in. A schema's own message takes precedence.
 * `given` is the value before coercion.
 */
export function wrongValue(issue: Issue, value: unknown): string {
  if (value === undefined || value === null) return 'Is required';
  const kind = kinds[issue.code] as (issue: Issue) => string;
  return kind(issue);
}

const kinds: Kinds = {
  invalid_type: ({ expected }) => (expected in types ? `Must be ${types[expected]}` : unusable),
  invalid_value: ({ values }) => oneOf(values.filter((value) => value !== '')),
  invalid_format: ({ format }) => (format in formats ? `Must be ${formats[format]}` : 'Is not in the right format'),
  too_big: ({ origin, maximum, inclusive, exact }) => bounded(origin, exact ? 'exactly' : inclusive ? 'at most' : 'less than', maximum),
  too_small: ({ origin, minimum, inclusive, exact }) =>
    minimum === 1 && inclusive && !exact && origin in units
      ? 'Must not be empty'
      : bounded(origin, exact ? 'exactly' : inclusive ? 'at least' : 'more than', minimum),
  not_multiple_of: ({ divisor }) => `Must be a multiple of ${written(divisor)}`,
  unrecognized_keys: ({ keys }) => `Has fields that are not known here: ${keys.join(', ')}`,
  invalid_union: ({ errors }) => anyOf(errors),
  invalid_key: () => 'Has a name in it that cannot be used',
  invalid_element: () => 'Has an entry that cannot be used',
  custom: () => unusable,
};

const unusable = 'Cannot be used here';

const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  date: 'a date such as 2026-01-31',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const formats: Record<string, string> = {
  date: 'a date such as 2026-01-31',
  time: 'a time such as 09:30:00',
  datetime: 'a moment such as 2026-01-31T09:30:00Z',
  duration: 'a duration such as PT30M',
  email: 'an e-mail address such as ann@example.com',
  url: 'an address such as https://example.com',
  uuid: 'a UUID',
};

const oneOf = (values: readonly unknown[]) => `Must be ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ') || 'empty'}`;

const units: Record<string, string> = { string: 'character', array: 'entry', set: 'entry', map: 'entry', file: 'byte' };

function bounded(origin: string, how: string, bound: number | bigint): string {
  if (origin === 'date') return `Must be ${how} ${new Date(Number(bound)).toISOString()}`;
  const unit = units[origin];
  return unit ? `Must have ${how} ${written(bound)} ${Number(bound) === 1 ? unit : plural(unit)}` : `Must be ${how} ${written(bound)}`;
}

const plural = (unit: string) => (unit === 'entry' ? 'entries' : `${unit}s`);
const written = (amount: number | bigint) => amount.toLocaleString('en-US');

const must = 'Must be ';

/**
 * One sentence for a value that fits none of several shapes. Shapes for the empty text are left out, because it means no value. If
 * the value has the type of one shape, only that one is named.
 */
function anyOf(tried: readonly z.core.$ZodIssue[][]): string {
  const near = tried.filter((issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0));
  const sentences = (near.length > 0 ? near : tried)
    .flatMap(([first]) => (first && !isEmptyText(first) ? [first.message] : []))
    .filter((sentence, at, all) => all.indexOf(sentence) === at);
  const rules = sentences.filter((sentence) => sentence.startsWith(must));
  if (rules.length > 0) return `${must}${rules.map((sentence) => sentence.slice(must.length)).join(' or ')}`;
  return sentences[0] ?? unusable;
}

const isEmptyText = (issue: z.core.$ZodIssue) => issue.code === 'invalid_value' && issue.values.every((value) => value === '');
