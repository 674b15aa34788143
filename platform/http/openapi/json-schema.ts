import { z } from 'zod';

export type JsonSchema = { type?: string; properties?: Record<string, JsonSchema>; required?: string[]; [key: string]: unknown };

/** By which the schema of a whole body says what it is called: `shareSchemas` takes it away. */
export const suggestedName = 'x-name';

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12', override: closeTuple });
  return plain as JsonSchema;
}

/** A tuple has no items beyond its own, which its length says too: tools take `false` for a schema that is missing. */
function closeTuple({ jsonSchema: tuple }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (tuple.prefixItems && tuple.items === false) tuple.items = {};
}

/** The schema of a whole body, with the name that it is to have. One of which nothing is known needs none. */
export function bodyRef(name: string, schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const plain = jsonSchema(schema, io);
  return Object.keys(plain).length === 0 ? plain : { ...plain, [suggestedName]: name };
}
