import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { inAccount } from '../in-account.ts';
import type { Tenant } from '../tenant.ts';
import type { SearchedNoun } from '../words/searched-noun.ts';
import type { SortDirection } from './query.ts';

/** Tables of an account whose rows have an id. */
export type ListedTable = { [Table in keyof DB]: DB[Table] extends { account_id: unknown; id: unknown } ? Table : never }[keyof DB];
type ColumnOf<Table extends ListedTable> = keyof DB[Table] & string;

/** The index of words of a noun, asked for what a search finds in a large list. */
export type WordIndex<Table extends ListedTable = ListedTable> = {
  noun: SearchedNoun;
  /** An expression of how the terms begin of the list's own records, where the noun has several lists. */
  within?: RawBuilder<unknown>;
  /**
   * Columns that are looked at for how they begin, while some rows wait to be indexed; what equals the first one comes before the rest.
   * Each needs an index (account_id, column collate "C", id). `as`: its texts are in small letters, or folded.
   */
  beginnings: readonly Beginning<Table>[];
};
export type Beginning<Table extends ListedTable = ListedTable> = { column: ColumnOf<Table>; as?: 'lower' | 'folded' };

/** A query of one row: the rows that an index has for a search, and whether these are all of them. */
export type FoundRows = RawBuilder<{ ids: number[]; complete: boolean }>;

/** How a list is read from its table. Expressions name the table's columns as they are. */
export type ListSource<Table extends ListedTable = ListedTable, Sort extends string = string> = {
  table: Table;
  /**
   * What each sort goes by, the usual one first. Rows are scanned in its order: where a table grows, it needs an index (account_id, it,
   * id).
   */
  sorts: Record<Sort, ColumnOf<Table> | RawBuilder<unknown>>;
  /** Columns in which each word of a search may stand anywhere. */
  words: readonly ColumnOf<Table>[];
  /** For a list that may grow too large to be searched row by row, whose rows are read by a query. */
  wordIndex?: WordIndex<Table>;
  /** Which rows there are for who asks. Checked while scanning: something that an index has, or that most rows fulfil. */
  scope?: RawBuilder<unknown>;
  /** What the filters that are set demand of a row. */
  filters?: readonly RawBuilder<unknown>[];
  /** The same of filters that have an index of their own in the usual order: only the rows of the narrowest are searched. */
  indexed?: readonly RawBuilder<unknown>[];
  /** How many rows there are with all of that, by an expression that need not count them: from tallies. */
  counted?: RawBuilder<unknown>;
  /** Rows are searched from the end of the usual order: of a table that grows by date. */
  newestFirst?: boolean;
  /** What a search found by an index of words, in place of `words`. */
  found?: FoundRows;
};

/** `from … where …`: what the account has, as far as who asks may see it. */
export function rowsIn(tenant: Tenant, { table, scope }: ListSource): RawBuilder<unknown> {
  return sql`from ${sql.table(table)} where ${inAccount(tenant)}${scope ? sql` and (${scope})` : sql``}`;
}

/** The order in which rows are searched. */
export const scanOrder = (source: ListSource): RawBuilder<unknown> => usualOrder(source, source.newestFirst ? 'DESC' : 'ASC');

/** What `order by` takes for the usual order. */
export function usualOrder({ sorts }: ListSource, direction: SortDirection): RawBuilder<unknown> {
  const [first = 'id'] = Object.values(sorts);
  return sql`${sortKey(first)} ${sql.raw(direction)}, id ${sql.raw(direction)}`;
}

export const sortKey = (sort: string | RawBuilder<unknown>): RawBuilder<unknown> => (typeof sort === 'string' ? sql.ref(sort) : sort);
