import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../in-account.ts';
import type { Tenant } from '../tenant.ts';
import type { ListSource } from './source.ts';

/** A row of a page, with its place; or, of a page without rows, what was found alone. */
export type FoundRow<Row, Found> = Row & { at: number | null; found: Found };

/** A query of what a page shows, in any order; it reads it `from` these rows of the list's table, under a name that it gives them. */
export type RowsQuery<Row> = (rows: RawBuilder<unknown>) => RawBuilder<Row>;

/**
 * The end of a statement whose `page` has an array `ids`, and `found` about all of them: what that page shows, in any order.
 * `from`: the page's rows, where they are at hand in another way than by their ids.
 */
export const withRows = (tenant: Tenant, source: ListSource, query: RowsQuery<unknown>, from = rowsById(tenant, source, sql`page.ids`)) =>
  sql`select page.found, array_position(page.ids, r.id) as at, r.* from page left join lateral (${query(from)}) as r on true`;

/** Whole rows of the list's table by their ids; their scope was looked at when the ids were. */
export const rowsById = (tenant: Tenant, { table }: ListSource, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from ${sql.table(table)} where ${inAccount(tenant)} and id = any(${ids}))`;

/** What such a statement read, with the rows in the page's order. */
export function inOrder<Row extends object, Found>(read: FoundRow<Row, Found>[]): { found: Found | undefined; data: Row[] } {
  const placed = read.filter(({ at }) => at !== null).toSorted((a, b) => Number(a.at) - Number(b.at));
  return { found: read[0]?.found, data: placed.map(({ at: _, found: __, ...row }) => row as unknown as Row) };
}
