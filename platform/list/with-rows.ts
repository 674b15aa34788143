import { type RawBuilder, sql } from 'kysely';

/** A row of a page, with its place; or, of a page without rows, what was found alone. */
export type FoundRow<Row, Found> = Row & { at: number | null; found: Found };

/** The end of a statement whose `page` has an array `ids`, and `found` about all of them: that page's rows, in any order. */
export const withRows = (rows: (ids: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select page.found, array_position(page.ids, r.id) as at, r.* from page left join lateral (${rows(sql`page.ids`)}) as r on true`;

/** What such a statement read, with the rows in the page's order. */
export function inOrder<Row extends object, Found>(read: FoundRow<Row, Found>[]): { found: Found | undefined; data: Row[] } {
  const placed = read.filter(({ at }) => at !== null).toSorted((a, b) => Number(a.at) - Number(b.at));
  return { found: read[0]?.found, data: placed.map(({ at: _, found: __, ...row }) => row as unknown as Row) };
}
