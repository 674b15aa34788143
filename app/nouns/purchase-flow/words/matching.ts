import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { FoundRows } from '../../../../platform/list/source.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { phraseOf, queryTerms } from '../../../../platform/words/terms.ts';

/** So many matches of one word are looked at: the newest that have it in full, and as many that have a longer one. */
const mostMatches = 1_000;

/**
 * A query of one row: about `most` purchase orders that have every word of a search, each as the beginning of one of their own; and
 * `complete`, false where there may be more. Those with the words as typed come first, as a vendor's name has them. Otherwise the
 * rarest word is looked up, in full before longer ones, and the others are looked for in what it finds.
 */
export function foundPurchaseOrders(tenant: Tenant, search: string, most = mostMatches): FoundRows {
  const words = queryTerms(search)
    .words.sort((a, b) => b.length - a.length)
    .slice(0, 6);
  const isOne = words.length <= 1;
  // One by one: of an array the database expects ten words when it plans for any, and would plan each search anew.
  const each =
    words.length > 0 ? sql`(values ${sql.join(words.map((word) => sql`(${word}::text)`))})` : sql`(select null::text where false)`;
  const phrase = phraseOf(search);
  const matches = sql`(select count(*) from (select from purchase_order_terms t where ${inAccount(tenant, 't')}
    and ${begins(sql`typed.word`)} limit ${sql.lit(mostMatches + 1)}) as near)`;
  const rarest = sql`(select word from rarest)`;
  const hasOthers = sql`(select bool_and(exists (select from purchase_order_terms t where ${inAccount(tenant, 't')}
    and ${begins(sql`typed.word`)} and t.record_id = near.id))
    from typed where typed.word <> ${rarest})`;
  const newest = (which: RawBuilder<unknown>) => newestWith(tenant, which);
  const asTyped = isOne
    ? sql`select 0 as id where false`
    : sql`select id from (${newest(begins(sql`${phrase}::text`))}) as near limit ${sql.lit(most + 1)}`;
  const rest = (before: RawBuilder<unknown>[]) =>
    sql.join([sql.lit(most + 1), ...before.map((each) => sql`(select count(*) from ${each})`)], sql` - `);
  const withOthers = (which: RawBuilder<unknown>, ...before: RawBuilder<unknown>[]) => sql`select id from (${newest(which)}) as near
    ${isOne ? sql`` : sql`where ${hasOthers}`} limit ${rest(before)}`;
  return sql`
    with typed as materialized (select word from ${each} as each (word)),
    as_typed as materialized (${asTyped}),
    rarest as materialized (
      select word, n from typed cross join lateral (select ${isOne ? sql`0` : matches} as n) as matches
      where (select count(*) from as_typed) <= ${sql.lit(most)} order by n, length(word) desc limit 1),
    whole as materialized (${withOthers(sql`t.term = ${rarest}`, sql`as_typed`)}),
    longer as materialized (${withOthers(sql`t.term > ${rarest} and t.term < ${rarest} || U&'\\+10FFFF'`, sql`as_typed`, sql`whole`)})
    select array(select id from as_typed union select id from whole union select id from longer) as ids,
      (select count(*) from as_typed) + (select count(*) from whole) + (select count(*) from longer) <= ${sql.lit(most)}
        and coalesce((select n from rarest), 0) <= ${sql.lit(mostMatches)} as complete`;
}

const begins = (word: RawBuilder<unknown>) => sql`t.term >= ${word} and t.term < ${word} || U&'\\+10FFFF'`;

/** Backwards along the index: for one term the newest come first, and no range is read to its end. */
const newestWith = (tenant: Tenant, which: RawBuilder<unknown>) => sql`
  select t.record_id as id from purchase_order_terms t where ${inAccount(tenant, 't')} and ${which}
  order by t.term desc, t.record_id desc limit ${sql.lit(mostMatches + 1)}`;
