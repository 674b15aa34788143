import { type RawBuilder, sql } from 'kysely';
import type { ListSource } from './source.ts';

const mostWords = 8;

/** One pattern a word: it may stand anywhere, and means itself. */
const patternsOf = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .slice(0, mostWords)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

/** Whether a row has all words of a search, each in any of its columns. */
export function hasAll({ words }: ListSource, search: string): RawBuilder<unknown> {
  const text = words.length > 0 ? sql`lower(concat_ws(' ', ${sql.join(words.map((column) => sql.ref(column)))}))` : sql`''`;
  return sql`${text} like all (${patternsOf(search)}::text[])`;
}
