import { type RawBuilder, sql } from 'kysely';
import { readPrepared } from '../../platform/prepared.ts';
import type { Tenant } from '../../platform/tenant.ts';

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
 * The purchase orders that have every word of a search, each as the beginning of one of their own; `complete` is false where a word
 * has more than could be looked at: `most` of one word. The longest word is looked up, the others are looked for among what it found.
 */
export async function findPurchaseOrders(
  tenant: Tenant,
  search: string,
  most = mostMatches,
): Promise<{ ids: number[]; complete: boolean }> {
  const words = [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length).slice(0, 6);
  const [first, ...others] = words;
  if (first === undefined) return { ids: [], complete: true };
  // Other words leave few of what the first one finds.
  const lookedAt = others.length > 0 ? mostMatches : most;
  const beginsWith = (word: string) => sql`t.term >= ${word} and t.term < ${word} || U&'\\+10FFFF'`;
  const has = others.map(
    (word) =>
      sql` and exists (select from purchase_order_terms t where t.account_id = ${tenant.accountId} and t.purchase_order_id = near.id and ${beginsWith(word)})`,
  );
  // Backwards along the index: for one term the newest come first, and no range is read to its end.
  const newest = (which: RawBuilder<unknown>) => sql`(select t.purchase_order_id as id from purchase_order_terms t
    where t.account_id = ${tenant.accountId} and ${which} order by t.term desc, t.purchase_order_id desc limit ${sql.lit(lookedAt + 1)})`;
  const [found] = await readPrepared(
    tenant,
    sql<{ ids: number[]; complete: boolean }>`
    with whole as materialized ${newest(sql`t.term = ${first}`)},
    longer as materialized ${newest(sql`t.term > ${first} and t.term < ${first} || U&'\\+10FFFF'`)},
    near as materialized (select id from whole union select id from longer)
    select coalesce((select json_agg(near.id) from near where true ${sql.join(has, sql``)}), '[]') as ids,
      (select count(*) from whole) <= ${sql.lit(lookedAt)} and (select count(*) from longer) <= ${sql.lit(lookedAt)} as complete`,
  );
  return found ?? { ids: [], complete: true };
}
