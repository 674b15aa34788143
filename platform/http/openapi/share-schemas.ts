import { type JsonSchema, suggestedName } from './json-schema.ts';
import { nounOf, pascal } from './names.ts';

type Named = Map<string, { name: string; schema: JsonSchema }>;

/** An enumeration shorter than that says as much where it stands. */
const fewest = 4;

/**
 * Takes schemas out of operations and puts a reference in their place: of each whole body, and of what stands in several places. `paths` is
 * copied, not changed. A name is a body's, or made of where the schema stands first: the items of `lines` of orders are `OrderLine`.
 */
export function shareSchemas<T>(paths: T): { value: T; schemas: Record<string, JsonSchema> } {
  const places = new Map<string, number>();
  visit(paths, [], (schema) => void places.set(keyOf(schema), (places.get(keyOf(schema)) ?? 0) + 1));
  const named: Named = new Map();
  const taken = new Set<string>();
  const value = rewrite(paths, [], (schema, whole, path) => {
    const name = whole[suggestedName];
    const key = keyOf(whole);
    if (typeof name !== 'string' && (places.get(key) ?? 0) < 2) return schema;
    const entry = named.get(key) ?? { name: free(typeof name === 'string' ? [name] : namesAt(paths, path), taken), schema };
    named.set(key, entry);
    taken.add(entry.name);
    return { $ref: `#/components/schemas/${entry.name}` };
  });
  const sorted = [...named.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { value: value as T, schemas: Object.fromEntries(sorted.map(({ name, schema }) => [name, schema])) };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with properties, or a long enumeration: what a program would give a type of its own. */
const isWorthSharing = (value: unknown): value is JsonSchema =>
  isRecord(value) &&
  (suggestedName in value ||
    (value.type === 'object' && isRecord(value.properties)) ||
    (Array.isArray(value.enum) && value.enum.length >= fewest));

const keyOf = ({ [suggestedName]: _, ...schema }: JsonSchema): string =>
  JSON.stringify(schema, (key, value) => (key === suggestedName ? undefined : value));

function visit(value: unknown, path: string[], see: (schema: JsonSchema) => void): void {
  if (isWorthSharing(value)) see(value);
  if (typeof value === 'object' && value !== null) for (const [key, part] of Object.entries(value)) visit(part, [...path, key], see);
}

/** From the inside out, so that what is shared refers to what is shared within it. `whole` is the schema as it was. */
function rewrite(value: unknown, path: string[], share: (schema: JsonSchema, whole: JsonSchema, path: string[]) => JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((part, at) => rewrite(part, [...path, String(at)], share));
  if (!isRecord(value)) return value;
  const { [suggestedName]: _, ...kept } = value;
  const parts = Object.fromEntries(Object.entries(kept).map(([key, part]) => [key, rewrite(part, [...path, key], share)]));
  return isWorthSharing(value) ? share(parts as JsonSchema, value, path) : parts;
}

const ofSchemas = new Set(['properties', 'items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'schema', 'content', 'responses']);

/**
 * The noun of the operation and the nearest property, in the singular where the schema is one of several; where that is taken, the
 * operation's name with it.
 */
function namesAt(paths: unknown, path: string[]): string[] {
  const property = path.findLast((part, at) => path[at - 1] === 'properties' && !ofSchemas.has(part)) ?? '';
  const own = property === 'data' ? '' : pascal(path.at(-1) === 'items' ? singular(property) : property);
  const operation = pascal((paths as Operations)[path[0] ?? '']?.[path[1] ?? '']?.operationId ?? '');
  return [`${pascal(singular(nounOf(path[0] ?? '')))}${own}`, `${operation}${own || 'Record'}`];
}

type Operations = Record<string, Record<string, { operationId?: string }>>;

const singular = (plural: string) => plural.replace(/ies$/, 'y').replace(/(?<![su])s$/, '');

/** The first of these names that is free, or the last one with a number. */
function free(names: string[], taken: Set<string>): string {
  const name = names.find((each) => !taken.has(each));
  if (name !== undefined) return name;
  let n = 2;
  while (taken.has(`${names.at(-1)}${n}`)) n += 1;
  return `${names.at(-1)}${n}`;
}
