import { type RawBuilder, sql } from 'kysely';
import { fold } from '../words/fold.ts';
import type { Beginning } from './source.ts';

const mostWords = 8;

/** One pattern a word: it may stand anywhere, and means itself. */
const patternsOf = (search: string): string[] =>
  fold(search)
    .split(/\s+/)
    .slice(0, mostWords)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

/** Whether a row has all words of a search, each in any of its columns, whatever their accents. */
export function hasAll({ words }: { words: readonly string[] }, search: string): RawBuilder<unknown> {
  const text = words.length > 0 ? sql`folded(concat_ws(' ', ${sql.join(words.map((column) => sql.ref(column)))}))` : sql`''`;
  return sql`${text} like all (${patternsOf(search)}::text[])`;
}

/** A search as a column's texts are. */
export const typedFor = ({ as }: Pick<Beginning, 'as'>, search: string): string =>
  as === 'folded' ? fold(search) : as === 'lower' ? search.toLowerCase() : search;
