import { type RawBuilder, sql } from 'kysely';
import type { FoundRows } from '../../../platform/list/source.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** A text as it is found: whole, and by each of its words. */
const wordsOf = (text: string) => sql.raw(`select lower(${text}) union all select regexp_split_to_table(lower(${text}), '[^[:alnum:]]+')`);

/** Writes the words by which these purchase orders are found: their numbers, vendor, SKUs, lots and announcement. */
export async function indexPurchaseOrders(tenant: Tenant, ids: number[]): Promise<void> {
  await sql`
    with meant as materialized (
      select p.* from purchase_orders p where p.account_id = ${tenant.accountId} and p.id = any(${ids}::bigint[]) and p.deleted_at is null
    ),
    wanted as (
      select distinct left(term, 100) as term, id from (
        select m.id, w.term from meant m cross join lateral (
          select lower(m.po_number) union all select m.id::text union all ${wordsOf('m.source_number')} union all ${wordsOf('m.vendor_name')}
          union all select lower(m.vendor_number) union all select lower(m.warehouse_reference_number)
        ) as w (term)
        union all
        select m.id, w.term from meant m join purchase_order_lines l on l.account_id = m.account_id and l.purchase_order_id = m.id cross join lateral (
          select lower(l.sku) union all select lower(l.mapped_sku) union all select lower(l.lot_number)) as w (term)
        union all
        select m.id, w.term from meant m join receipts r on r.account_id = m.account_id and r.purchase_order_id = m.id cross join lateral (
          select lower(r.lot_number) union all select lower(r.asn_id)) as w (term)
      ) as every_word where length(term) > 1
    ),
    outdated as (
      delete from purchase_order_terms t where t.account_id = ${tenant.accountId} and t.purchase_order_id = any(${ids}::bigint[])
        and not exists (select from wanted w where w.id = t.purchase_order_id and w.term = t.term)
    )
    insert into purchase_order_terms (account_id, term, purchase_order_id) select ${tenant.accountId}, term, id from wanted on conflict do nothing`.execute(
    tenant.db,
  );
}

/** So many matches of one word are looked at: the newest that have it in full, and as many that have a longer one. */
const mostMatches = 1_000;

/**
 * A query of one row: about `most` purchase orders that have every word of a search, each as the beginning of one of their own; and
 * `complete`, false where there may be more. Those with the words as typed come first, as a vendor's name has them. Otherwise the
 * rarest word is looked up, in full before longer ones, and the others are looked for in what it finds.
 */
export function foundPurchaseOrders({ accountId }: Tenant, search: string, most = mostMatches): FoundRows {
  const words = [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length).slice(0, 6);
  const isOne = words.length <= 1;
  // One by one: of an array the database expects ten words when it plans for any, and would plan each search anew.
  const each =
    words.length > 0 ? sql`(values ${sql.join(words.map((word) => sql`(${word}::text)`))})` : sql`(select null::text where false)`;
  const phrase = search.trim().toLowerCase();
  const begins = (word: RawBuilder<unknown>) =>
    sql`t.account_id = ${accountId} and t.term >= ${word} and t.term < ${word} || U&'\\+10FFFF'`;
  const matches = sql`(select count(*) from (select from purchase_order_terms t where ${begins(sql`typed.word`)} limit ${sql.lit(mostMatches + 1)}) as near)`;
  const rarest = sql`(select word from rarest)`;
  const hasOthers = sql`(select bool_and(exists (select from purchase_order_terms t where ${begins(sql`typed.word`)} and t.purchase_order_id = near.id))
    from typed where typed.word <> ${rarest})`;
  // Backwards along the index: for one term the newest come first, and no range is read to its end.
  const newest = (which: RawBuilder<unknown>) => sql`select t.purchase_order_id as id from purchase_order_terms t where ${which}
    order by t.term desc, t.purchase_order_id desc limit ${sql.lit(mostMatches + 1)}`;
  const withOthers = (which: RawBuilder<unknown>, ...before: RawBuilder<unknown>[]) => sql`select id from (${newest(which)}) as near
    ${isOne ? sql`` : sql`where ${hasOthers}`} limit ${sql.join([sql.lit(most + 1), ...before.map((each) => sql`(select count(*) from ${each})`)], sql` - `)}`;
  return sql`
    with typed as materialized (select word from ${each} as each (word)),
    as_typed as materialized (${isOne ? sql`select 0 as id where false` : sql`select id from (${newest(begins(sql`${phrase}::text`))}) as near limit ${sql.lit(most + 1)}`}),
    rarest as materialized (
      select word, n from typed cross join lateral (select ${isOne ? sql`0` : matches} as n) as matches
      where (select count(*) from as_typed) <= ${sql.lit(most)} order by n, length(word) desc limit 1),
    whole as materialized (${withOthers(sql`t.account_id = ${accountId} and t.term = ${rarest}`, sql`as_typed`)}),
    longer as materialized (${withOthers(sql`t.account_id = ${accountId} and t.term > ${rarest} and t.term < ${rarest} || U&'\\+10FFFF'`, sql`as_typed`, sql`whole`)})
    select array(select id from as_typed union select id from whole union select id from longer) as ids,
      (select count(*) from as_typed) + (select count(*) from whole) + (select count(*) from longer) <= ${sql.lit(most)}
        and coalesce((select n from rarest), 0) <= ${sql.lit(mostMatches)} as complete`;
}
