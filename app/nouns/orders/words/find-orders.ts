import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { queryTerms, wide } from '../../../../platform/words/terms.ts';

/**
 * A subquery for the best orders for a query, about `most`, each with a `rank`, least first: those with a number that was typed in
 * full; then those of which each word begins a number, SKU, name, e-mail address or phone number, or our own number, `SO-10423` or
 * `10423`; where these are not enough, those of which it begins a word of a product's name or of the address.
 */
export function rankedOrders(query: string, most: number): RawBuilder<{ id: number; rank: number }> {
  const { words, compact } = queryTerms(query);
  return sql`select id, min(rank) as rank from ranked_orders(${words}::text[], ${compact}::text, ${most}::int) group by id`;
}

/**
 * The orders that match a query; `complete` when none is left out, up to about `most`. Otherwise only the newest `newest` of them are
 * returned.
 */
export async function findOrders(
  tenant: Tenant,
  query: string,
  { most, newest }: { most: number; newest: number },
): Promise<{ ids: number[]; complete: boolean }> {
  const { words, compact } = queryTerms(query);
  const [found] = await readPrepared(
    tenant,
    sql<{ ids: number[]; complete: boolean }>`
    select array_to_json(case when complete then ids else ids[:${newest}::int] end) as ids, complete
    from (
      select f.ids || c.ids as ids, f.complete and c.complete as complete
      from orders_of_words(${words}::text[], ${most}, true) f, orders_of_words(${compact === null ? [] : [compact]}::text[], ${most},
        true) c
    ) as found`,
  );
  return found ?? { ids: [], complete: true };
}

/** The condition that an order `o` matches a query, for any number of orders: looked up by search term. */
export function matchesSearch(tenant: Tenant, query: string): RawBuilder<boolean> {
  const { words, compact } = queryTerms(query);
  if (words.length === 0) return sql<boolean>`false`;
  const begins = (word: string) => sql<boolean>`o.id in (
    ${ordersWithTerm(tenant, word)} union all ${ordersWithTerm(tenant, wide(word))}
    union all select own.id from own_number_ranges(${word}) r join orders own on ${inAccount(tenant, 'own')} and own.id >= r.first
      and own.id < r.beyond)`;
  const all = sql.join(words.map(begins), sql` and `);
  return compact === null ? sql<boolean>`(${all})` : sql<boolean>`((${all}) or ${begins(compact)})`;
}

const ordersWithTerm = (tenant: Tenant, word: string) =>
  sql`select t.record_id from order_terms t where ${inAccount(tenant, 't')} and t.term >= ${word} and t.term < ${word} || U&'\\+10FFFF'`;

/** The same condition for a few orders, looked up by the order. */
export function hasWords(tenant: OfAccount, query: string): RawBuilder<boolean> {
  const { words, compact } = queryTerms(query);
  if (words.length === 0) return sql<boolean>`false`;
  const every = (each: string[]) => sql<boolean>`not exists (
    select from unnest(${each}::text[]) as wanted (word) where starts_with(o.id::text, own_number_in(wanted.word)) is not true
      and not exists (
      select from order_term_sets s, unnest(s.terms) as had (term) where ${inAccount(tenant, 's')} and s.record_id = o.id
        and (starts_with(had.term, wanted.word) or starts_with(had.term, ${wide('')} || wanted.word))))`;
  return compact === null ? every(words) : sql<boolean>`(${every(words)} or ${every([compact])})`;
}
