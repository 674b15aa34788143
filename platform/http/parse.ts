import type { z } from 'zod';
import { type Invalid, invalid, refuse } from './refusal.ts';

/** What a part of a request is, by its schema. @throws Invalid (422) with each field's messages; for a path, Refusal 404 */
export function parse(schema: z.ZodType | undefined, part: 'params' | 'query' | 'body', given: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw part === 'params' ? refuse(404, 'not_found', 'There is no such address.') : invalidFields(parsed.error, part);
}

/** A ZodError as a 422; what concerns the whole part is named after it. */
export function invalidFields(error: z.ZodError, part: string): Invalid {
  const fields: Record<string, string[]> = Object.create(null);
  for (const { path, message } of error.issues) {
    const field = path.map(String).join('.') || part;
    fields[field] = [...(fields[field] ?? []), message];
  }
  return invalid(fields);
}
