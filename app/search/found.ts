import { type RawBuilder, sql } from 'kysely';
import { wanted } from './terms.ts';

/**
 * The ids of the newest orders that a query means, at most `most`, as a subquery. Each of its words begins a number, SKU,
 * name, e-mail address or phone number of the order, or is our own number, `SO-10423` or `10423`.
 */
export function foundOrders(query: string, most: number): RawBuilder<number> {
  const { words, compact } = wanted(query);
  const all = sql<number>`select orders_with_all(${words}::text[], ${most})`;
  return compact === null ? all : sql<number>`${all} union select orders_with_all(${[compact]}::text[], ${most})`;
}
