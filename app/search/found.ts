import { type RawBuilder, sql } from 'kysely';
import { readPrepared } from '../../platform/prepared.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { queryTerms } from './terms.ts';

/**
 * A subquery for the ids of the newest orders that match a query, at most `most`. Each word must begin a number, SKU, name, e-mail
 * address or phone number of the order, or be our own number, `SO-10423` or `10423`.
 */
export function foundOrders(query: string, most: number): RawBuilder<number> {
  const { words, compact } = queryTerms(query);
  const all = sql<number>`select orders_with_all(${words}::text[], ${most})`;
  return compact === null ? all : sql<number>`${all} union select orders_with_all(${[compact]}::text[], ${most})`;
}

/**
 * The orders that match a query; `complete` when none is left out, up to about `most`. Otherwise only the newest `given` of them are
 * returned.
 */
export async function findOrders(
  tenant: Tenant,
  query: string,
  { most, given }: { most: number; given: number },
): Promise<{ ids: number[]; complete: boolean }> {
  const { words, compact } = queryTerms(query);
  const [found] = await readPrepared(
    tenant,
    sql<{ ids: number[]; complete: boolean }>`
    select array_to_json(case when complete then ids else ids[:${given}::int] end) as ids, complete
    from (
      select f.ids || c.ids as ids, f.complete and c.complete as complete
      from orders_of_words(${words}::text[], ${most}) f, orders_of_words(${compact === null ? [] : [compact]}::text[], ${most}) c
    ) as found`,
  );
  return found ?? { ids: [], complete: true };
}

/** The condition that an order `o` matches a query, for any number of orders: looked up by search term. */
export function matchesSearch(tenant: Tenant, query: string): RawBuilder<boolean> {
  const { words, compact } = queryTerms(query);
  if (words.length === 0) return sql<boolean>`false`;
  const begins = (word: string) => sql<boolean>`o.id in (
    select t.order_id from order_terms t where t.account_id = ${tenant.accountId} and t.term >= ${word} and t.term < ${word} || U&'\\+10FFFF'
    union all select order_id_in(${word}))`;
  const all = sql.join(words.map(begins), sql` and `);
  return compact === null ? sql<boolean>`(${all})` : sql<boolean>`((${all}) or ${begins(compact)})`;
}

/** The same condition for a few orders, looked up by the order. */
export function hasWords(query: string): RawBuilder<boolean> {
  const { words, compact } = queryTerms(query);
  if (words.length === 0) return sql<boolean>`false`;
  const every = (each: string[]) => sql<boolean>`not exists (
    select from unnest(${each}::text[]) as wanted (word) where order_id_in(wanted.word) is distinct from o.id and not exists (
      select from order_term_sets s, unnest(s.terms) as had (term) where s.account_id = o.account_id and s.order_id = o.id
        and had.term >= wanted.word collate "C" and had.term < wanted.word || U&'\\+10FFFF' collate "C"))`;
  return compact === null ? every(words) : sql<boolean>`(${every(words)} or ${every([compact])})`;
}
