import type { Person } from '../web.ts';

/** Headers that only who has a secret can make, of the body that is sent. */
type Signing = (payload: string) => Record<string, string>;
/** What a real record puts in the place of a value of an example, by the name of the property; `as`: who sends it. */
export type Values = {
  [name: string]: number | string | number[] | string[] | Person | Signing | null | undefined;
  as?: Person | null;
  headers?: Signing;
};

/** Stands for a secret, which only who got it knows. */
const secrets = [
  'token',
  'code',
  'query',
  'request',
  'secret',
  'consumer_key',
  'consumer_secret',
  'api_key',
  'webhook_secret',
  'client_id',
  'certificate_id',
];

/**
 * Whether this value of an example stands for one that nobody can know before: the id of a record, a text with one in it, a secret, or an
 * address of another system. Everything else is sent as it stands.
 */
const isPlaceholder = (name: string, value: unknown): boolean =>
  typeof value === 'number' ||
  (Array.isArray(value) && value.every((each) => isPlaceholder(name, each))) ||
  (typeof value === 'string' && (secrets.includes(name) || value.includes('1042') || /^https:\/\/\w+\.example\.com/.test(value)));

/** The example with these values in place of those that stand for them. @throws where it has no such placeholder */
export function fill(example: unknown, values: Values): { filled: unknown; used: Set<string> } {
  const used = new Set<string>();
  const within = (value: unknown, name: string): unknown => {
    const known = values[name];
    if (known !== undefined && isPlaceholder(name, value)) {
      used.add(name);
      return known;
    }
    if (Array.isArray(value)) return value.map((each) => within(each, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, within(part, key)]));
  };
  return { filled: within(example, ''), used };
}
