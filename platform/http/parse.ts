import type { z } from 'zod';
import { invalid } from './refusal.ts';
import { wrongValue } from './wrong-value.ts';

type Issue = z.core.$ZodRawIssue;
type Part = 'query' | 'body';

/** Parses a part of a request by its schema; undefined without one. @throws Invalid (422) with each field's messages */
export function parse<Schema extends z.ZodType>(schema: Schema | undefined, part: Part, input: unknown): z.output<Schema> {
  if (!schema) return undefined as z.output<Schema>;
  const { data, fields } = tryParse(schema, part, input);
  if (fields) throw invalid(fields);
  return data;
}

type Fields = Record<string, string[]>;
type Parsed<Value> = { data: Value; fields?: undefined } | { data?: undefined; fields: Fields };

/** The same for one of many: what is wrong with it keeps none of the others. */
export function tryParse<Schema extends z.ZodType>(schema: Schema, part: Part, input: unknown): Parsed<z.output<Schema>> {
  const parsed = schema.safeParse(input, { error: (issue) => wrongValue(issue, fieldIn(input, issue)) });
  return parsed.success ? { data: parsed.data } : { fields: wrongFields(parsed.error, part) };
}

/** Messages by field; those about the whole part are under its name. */
function wrongFields({ issues }: z.ZodError, part: Part): Fields {
  const fields: Fields = Object.create(null);
  const unread = new Set<string>();
  for (const issue of issues) {
    const { code, path, message } = issue;
    if (part === 'query' && code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[key] = ['Is not known here'];
      continue;
    }
    const field = path.map(String).join('.') || part;
    const messages = fields[field] ?? [];
    // A value of a wrong type breaks every further rule too: keep its first message only.
    if (unread.has(field) || messages.includes(message)) continue;
    fields[field] = [...messages, message];
    if (unreadable.has(code)) unread.add(field);
  }
  return fields;
}

const unreadable = new Set<z.core.$ZodIssue['code']>(['invalid_type', 'invalid_value', 'invalid_format', 'invalid_union']);

/** The value that a field was given, before coercion: '' coerces to a number. */
const fieldIn = (body: unknown, { input, path = [] }: Issue) => (typeof input === 'number' ? valueAt(body, path) : input);

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined), input);
}
