import { z } from 'zod';

export type JsonSchema = { type?: string; properties?: Record<string, JsonSchema>; required?: string[]; [key: string]: unknown };

/** By which the schema of a whole body says what it is called: `shareSchemas` takes it away. */
export const suggestedName = 'x-name';

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const override = io === 'input' ? closeTuple : openReply;
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12', override });
  return plain as JsonSchema;
}

type Written = { jsonSchema: z.core.JSONSchema.BaseSchema };

/** A reply may have another field one day: who reads it passes over what they do not know, and a document that rules it out breaks them. */
function openReply(written: Written): void {
  closeTuple(written);
  if (written.jsonSchema.additionalProperties === false) delete written.jsonSchema.additionalProperties;
}

/** A tuple has no items beyond its own, which its length says too: tools take `false` for a schema that is missing. */
function closeTuple({ jsonSchema: tuple }: Written): void {
  if (tuple.prefixItems && tuple.items === false) tuple.items = {};
}

/** The schema of a whole body, with the name that it is to have. One of which nothing is known needs none. */
export function bodyRef(name: string, schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const plain = io === 'input' ? withoutDefaults(jsonSchema(schema, io)) : jsonSchema(schema, io);
  return Object.keys(plain).length === 0 ? plain : { ...plain, [suggestedName]: name };
}

/** Generated clients demand each property of a body that has a default, though it may be left out. A property may be called so. */
function withoutDefaults(schema: JsonSchema): JsonSchema {
  const isSchema = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === 'default' && !isSchema(value) ? undefined : value)));
}
