import { hasModestShape } from '../../platform/http/json-shape.ts';
import type { Headers } from './headers.ts';
import { parseJson } from './json.ts';
import type { Reason } from './reasons.ts';
import type { RequestBody } from './request.ts';

/** A body as it is sent, with the header that says what it is. */
export function encoded(body: RequestBody | undefined): { text: string | null; headers: Headers } {
  if (body === undefined) return { text: null, headers: {} };
  if ('json' in body) return { text: JSON.stringify(body.json), headers: { 'content-type': 'application/json' } };
  if ('text' in body) return { text: body.text, headers: { 'content-type': body.type } };
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(body.form)) if (value !== null && value !== undefined) fields.set(name, String(value));
  return { text: fields.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

/** Of 500 orders with a hundred lines each. */
const mostValuesRead = 1_000_000;

type Decoded = { ok: true; value: unknown } | { ok: false; reason: Reason };

/** The body of a reply as the request wants it. An empty one is null, whatever its type. */
export function decoded({ headers, text }: { headers: Headers; text: string }, as: 'json' | 'text', mostValues = mostValuesRead): Decoded {
  if (as === 'text') return { ok: true, value: text };
  if (text.trim() === '') return { ok: true, value: null };
  const type = headers['content-type'] ?? '';
  if (!/[/+]json\b/i.test(type)) return { ok: false, reason: { code: 'not_json', type: type.slice(0, 100) } };
  // A few megabytes of brackets would keep this process from everybody else's work for seconds.
  if (!hasModestShape(text, mostValues)) return { ok: false, reason: { code: 'too_many_values' } };
  try {
    return { ok: true, value: parseJson(text) };
  } catch {
    return { ok: false, reason: { code: 'cut_off' } };
  }
}
