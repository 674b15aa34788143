import { z } from 'zod';
import type { ListName } from './contract.ts';

export type ViewContent = { query: Record<string, unknown>; columns: string[] };
/** Each list's valid queries and columns. */
export type ViewedLists = Record<ListName, z.ZodType<ViewContent>>;

/** What a view of a list may ask for: its query without a page, of which only what differs from its usual values is kept, and its columns. */
export function viewed<Shape extends z.ZodRawShape>(query: z.ZodObject<Shape, z.core.$strict>, columns: readonly string[]) {
  const usual = query.parse({}) as Record<string, unknown>;
  const isSet = ([key, value]: [string, unknown]) => value !== undefined && value !== '' && value !== usual[key];
  return z.object({
    query: query.transform((values) => Object.fromEntries(Object.entries(values).filter(isSet))),
    columns: z
      .array(z.enum(columns as readonly [string, ...string[]]))
      .min(1)
      .max(columns.length)
      .refine((chosen) => new Set(chosen).size === chosen.length, 'Must not repeat a column'),
  });
}
