import { z } from 'zod';
import { endpoint, type Reply, text } from '../../../platform/endpoint.ts';
import { nouns, type SearchedName, searchedNames } from '../../base/nouns.ts';
import { allHits } from '../../entities/hits.ts';
import type { Hit } from '../../shared/noun/search.ts';

/** How many were found: exact, or `more` than this. */
const foundCount = { count: z.number(), more: z.boolean() };
export type FoundCount = { count: number; more: boolean };

type FoundIn = z.ZodObject<typeof foundCount & { first: z.ZodArray<z.ZodType<Hit>> }>;
const foundIn = Object.fromEntries(searchedNames.map((name) => [name, z.object({ ...foundCount, first: z.array(allHits[name].hit) })]));

/** What the search box offers while somebody types: the best few of each kind, and how many there are. */
export const searchAllCall = endpoint('GET /api/search', {
  may: 'work',
  summary: `The same words in ${searchedNames.map((name) => nouns[name].many).join(', ')}: the best few of each, and how many there are, counted up to twenty`,
  query: z.object({ q: text(200) }),
  replies: { 200: z.object(foundIn as Record<SearchedName, FoundIn>) },
});
export type FoundInAll = Reply<typeof searchAllCall>;
