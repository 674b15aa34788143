import { expect, test } from 'vitest';
import type { z } from 'zod';
import { testWeb } from './web.ts';

const own = testWeb();

type Def = {
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
};

/** Every field of this name, however deep, with its path. */
function* fieldsIn(schema: z.ZodType | undefined, path = ''): Generator<[path: string, schema: z.ZodType]> {
  const { shape = {}, innerType, in: into, element, valueType, options = [] } = (schema?.def ?? {}) as Def;
  for (const [name, field] of Object.entries(shape)) {
    yield [`${path}.${name}`, field];
    yield* fieldsIn(field, `${path}.${name}`);
  }
  for (const inner of [innerType, into, element, valueType, ...options]) if (inner) yield* fieldsIn(inner, path);
}

test('an id in a path, query or body is taken as a text of digits, as forms and other clients send it', () => {
  const wrong: string[] = [];
  let seen = 0;
  for (const { method, path, params, query, body } of own.web.web.endpoints)
    for (const part of [params, query, body])
      for (const [at, field] of fieldsIn(part)) {
        if (!/(?:^|\.|_)ids?$|[a-z]Ids?$/.test(at)) continue;
        seen += 1;
        if (!['2', ['2'], { id: '2' }].some((value) => field.safeParse(value).success)) wrong.push(`${method} ${path}: ${at}`);
      }
  expect(wrong).toEqual([]);
  expect(seen).toBeGreaterThan(150);
});
