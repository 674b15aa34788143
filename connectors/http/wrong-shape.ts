import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Kinds = { [Code in Issue['code']]: (issue: Extract<Issue, { code: Code }>) => string };

/**
 * What is wrong with a field of what another system sent, behind the field's name: `is missing`. What a schema says in its own words
 * stands; a library's words are about its types, and nobody in a warehouse office knows those.
 */
export function problemOf(issue: Issue | undefined): string {
  if (!issue) return cannotBeRead;
  return isOfLibrary(issue.message) ? (kinds[issue.code] as (issue: Issue) => string)(issue) : issue.message;
}

const cannotBeRead = 'cannot be read';
const beginnings = ['Invalid ', 'Too big', 'Too small', 'Unrecognized '];
const isOfLibrary = (message: string) => beginnings.some((beginning) => message.startsWith(beginning));

const kinds: Kinds = {
  invalid_type: ({ expected, message }) => {
    if (message.endsWith('received undefined')) return 'is missing';
    return message.endsWith('received null') ? 'is empty' : `is not ${types[expected] ?? 'of the kind that was expected'}`;
  },
  invalid_value: () => 'has a value that is not known here',
  invalid_format: ({ format }) => (format in formats ? `is not ${formats[format]}` : 'is not in the form that was expected'),
  too_big: ({ origin, maximum }) => (origin === 'string' || origin === 'array' ? 'is too long' : `is more than ${maximum}`),
  too_small: ({ origin, minimum }) => {
    if (origin !== 'string' && origin !== 'array') return `is less than ${minimum}`;
    return minimum === 1 ? 'is empty' : 'is too short';
  },
  not_multiple_of: ({ divisor }) => `is no multiple of ${divisor}`,
  unrecognized_keys: ({ keys }) => `has fields that are not known: ${keys.join(', ').slice(0, 100)}`,
  invalid_union: () => 'is missing, or of another kind than was expected',
  invalid_key: () => 'has a field whose name cannot be used',
  invalid_element: () => 'has an entry that cannot be read',
  custom: () => cannotBeRead,
};

const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  date: 'a date',
  array: 'a list',
  object: 'a record',
  record: 'a record',
};

const formats: Record<string, string> = {
  date: 'a date',
  time: 'a time',
  datetime: 'a moment',
  email: 'an e-mail address',
  url: 'an address',
  uuid: 'a UUID',
};
