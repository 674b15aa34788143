import type { Books } from '../books.ts';
import { rewrite } from './language.ts';
import { writeWall } from './masks.ts';

export type Answer = { items: Record<string, unknown>[]; total: number };

const mostRows = 100_000;

/**
 * A page of a query's rows as the REST service writes them: every value is text, what is NULL is left out, and a date
 * without TO_CHAR comes in the format of the account. @throws when SQLite or the language does not know something.
 */
export function answer(books: Books, query: string, limit: number, offset: number, dateMask: string): Answer {
  const sql = rewrite(query);
  const counted = books.visible(`SELECT COUNT(*) AS n FROM (${sql} LIMIT ${mostRows})`).get() as { n: number };
  const statement = books.visible(`${sql} LIMIT ${Math.max(0, Math.min(limit, mostRows - offset))} OFFSET ${offset}`);
  const columns = statement.columns();
  const items = statement.all().map((row) => {
    const fields = columns.flatMap(({ name, type }) => {
      const value = row[name];
      if (value === null || value === undefined) return [];
      const isDate = (type === 'DATE' || type === 'TIMESTAMP') && typeof value === 'number';
      return [[name.toLowerCase(), isDate ? writeWall(value, dateMask) : String(value)]];
    });
    return { links: [], ...Object.fromEntries(fields) };
  });
  return { items, total: counted.n };
}
