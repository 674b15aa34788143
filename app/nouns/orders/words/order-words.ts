import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { SearchedNoun } from '../../../../platform/words/searched-noun.ts';
import type { SearchedTexts } from '../../../../platform/words/terms.ts';

/** An order is found by its numbers, parcels, SKUs, customer, and behind these by its address and what its products are called. */
export const orderWords: SearchedNoun = {
  noun: 'orders',
  record: 'order',
  texts: (tenant, ids) => sql<SearchedTexts & Columns<'orders', 'id'>>`
    with sold as (
      select order_id, array_agg(distinct sku) as skus, array_agg(distinct name) as products from order_lines
      where ${inAccount(tenant)} and order_id = any(${ids}::bigint[]) group by 1
    ),
    sent as (
      select order_id, array_agg(distinct tracking_number) as numbers from shipments
      where ${inAccount(tenant)} and order_id = any(${ids}::bigint[]) group by 1
    )
    select o.id, array[o.source_order_number, o.other_number, o.source_ref_num, o.amware_ref_num] || sent.numbers || sold.skus as numbers,
      array[o.customer_name, o.company_name] as names, array[o.customer_email] as emails, array[o.customer_phone] as phones,
      array[o.postal_code] as postcodes, array[o.address, o.address_2, o.city] || sold.products as places
    from orders o left join sold on sold.order_id = o.id left join sent on sent.order_id = o.id
    where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[]) and o.deleted_at is null`,
  mayWait,
};

/** With this many unchecked orders, or changes within two seconds, indexing waits: in a flood the order flow comes first. */
const flood = 200;
/** Indexing waits for the end of a flood no longer than this. */
const patienceSeconds = 30;

/** Whether a flood of orders is coming in, and no order has waited too long for its words. A new order is due twice, with its lines. */
async function mayWait(tenant: Tenant): Promise<boolean> {
  const due = sql`from words_due where ${inAccount(tenant)} and noun = 'orders'`;
  const { rows } = await sql<{ waits: boolean }>`
    select ((select count(*) from (select from orders where ${inAccount(tenant)} and checked_at is null limit ${flood}) as unchecked) >=
      ${flood}
        or (select sum(cardinality(record_ids)) from (select record_ids, since ${due} order by id desc limit ${2 * flood}) as newest
          where since > now() - interval '2 seconds') >= ${2 * flood})
      and (select since ${due} order by id limit 1) > now() - make_interval(secs => ${patienceSeconds}) as waits`.execute(tenant.db);
  return rows[0]?.waits === true;
}
