import { z } from 'zod';
import { invalid } from '../../../platform/http/refusal.ts';
import type { NounName } from '../../base/nouns.ts';

export type ViewContent = { query: Record<string, unknown>; columns: string[] };
/** The nouns whose lists have views: their valid queries and columns. */
export type ViewedNouns = Readonly<Record<NounName, { views: z.ZodType<ViewContent> | null }>>;

/** What a view of this list may ask for. @throws Invalid for a list that has none */
export function viewOf(nouns: ViewedNouns, entity: NounName): z.ZodType<ViewContent> {
  const { views } = nouns[entity];
  if (!views) throw invalid({ entity: ['Has no saved views'] });
  return views;
}

/**
 * What a view of a list may ask for: its query without a page, of which only what differs from its usual values is kept, and its columns.
 */
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
