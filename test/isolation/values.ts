export type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minLength?: number;
  additionalProperties?: JsonSchema | boolean;
};

/** Values that fit a schema, in which every whole number is `id` and every free text `text`: one for each alternative that it offers. */
export function valuesFor(schema: JsonSchema, id: number, text: string): unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum.slice(0, 4);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.flatMap((each) => valuesFor(each, id, text));
  if (schema.allOf) return [Object.assign({}, ...schema.allOf.map((each) => valuesFor(each, id, text)[0]))];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties) return objectsFor(schema, id, text);
  if (type === 'array') return valuesFor(schema.items ?? {}, id, text).map((item) => [item]);
  if (type === 'integer' || type === 'number') return [id];
  if (type === 'boolean') return [true, false];
  if (type === 'null') return [null];
  return type === 'string' ? [textFor(schema, text)] : [id, text];
}

/** Bodies with all fields, as many as the field with most alternatives has; and one for each optional field alone. */
function objectsFor({ properties = {}, additionalProperties, required = [] }: JsonSchema, id: number, text: string): unknown[] {
  const free = typeof additionalProperties === 'object' ? { api_key: additionalProperties } : {};
  const fields = Object.entries({ ...properties, ...free })
    .filter(([name]) => !/^(account|user)_?id$/i.test(name))
    .map(([name, field]) => [name, valuesFor(field, id, text)] as const);
  const turns = Math.max(1, ...fields.map(([, values]) => values.length));
  const bodyWith = (names: (name: string) => boolean, turn: number) =>
    Object.fromEntries(fields.filter(([name]) => names(name)).map(([name, values]) => [name, values[turn % values.length]]));
  const optional = fields.filter(([name]) => !required.includes(name));
  return [
    ...Array.from({ length: turns }, (_, turn) => bodyWith(() => true, turn)),
    ...optional.map(([alone], turn) => bodyWith((name) => name === alone || required.includes(name), turn)),
  ];
}

function textFor({ format, minLength = 0 }: JsonSchema, text: string): string {
  if (format === 'date') return '2026-11-20';
  if (format === 'date-time') return '2026-11-20T00:00:00Z';
  if (format === 'email') return 'ann@example.com';
  if (format === 'uri') return 'https://example.com';
  return text.length >= minLength ? text : text.padEnd(minLength, 'x');
}
