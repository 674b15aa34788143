import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Database } from '../../../../platform/db.ts';
import { notify } from '../../../../platform/events.ts';
import { lockOf } from '../../../../platform/locks.ts';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { enqueueAll, type Job } from '../../../base/job-queue.ts';
import { type Searchable, termsOf } from './terms.ts';

/** Rows of order_terms_due per batch: a new order adds two, and terms written together in their order hit cached pages. */
const atOnce = 8_000;

/** With this many unchecked orders, or arrivals within two seconds, indexing waits: in a flood the order flow comes first. */
const flood = 200;
/** Indexing waits for the end of a flood no longer than this. */
const patienceSeconds = 30;

/** Triggers enqueue it on a change, the sweep for anything left over. One at a time per account. */
export const indexJob = (accountId: number, runAt?: Date): Job<'orders:index'> => ({
  name: 'orders:index',
  payload: { accountId },
  queue: `index:${accountId}`,
  key: `sweep:index:${accountId}${runAt ? ':later' : ''}`,
  ...(runAt ? { runAt } : {}),
});

/** Updates the search terms of all changed orders, until none is left or `stop` is aborted. */
export async function indexOrders(database: Database, accountId: number, stop: AbortSignal): Promise<void> {
  for (let taken = atOnce; taken === atOnce && !stop.aborted; ) {
    taken = await inTenant(database, { accountId, userId: null }, async (tenant) => {
      if (!(await mayWait(tenant))) return indexSome(tenant);
      await enqueueAll(tenant, [indexJob(accountId, new Date(Date.now() + 1_000))]);
      return 0;
    });
  }
}

/** Whether a flood of orders is coming in, and no order has waited too long for its terms. */
async function mayWait({ db, accountId }: Tenant): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select ((select count(*) from (select from orders where account_id = ${accountId} and checked_at is null limit ${flood}) as unchecked) >= ${flood}
        or (select since from order_terms_due where account_id = ${accountId} order by id desc offset ${2 * flood - 1} limit 1) > now() - interval '2 seconds')
      and (select since from order_terms_due where account_id = ${accountId} order by id limit 1) > now() - make_interval(secs => ${patienceSeconds}) as waits`.execute(
    db,
  );
  return rows[0]?.waits === true;
}

/** Indexes one batch. Returns how many rows were taken. One at a time per account, so that older terms never overwrite newer ones. */
async function indexSome(tenant: Tenant): Promise<number> {
  const { accountId } = tenant;
  await sql`select pg_advisory_xact_lock(${lockOf('orderWords', accountId)})`.execute(tenant.db);
  const { rows: due } = await sql<Columns<'order_terms_due', 'order_id'>>`
    delete from order_terms_due where account_id = ${accountId}
      and id in (select id from order_terms_due where account_id = ${accountId} order by id limit ${atOnce})
    returning order_id`.execute(tenant.db);
  const ids = [...new Set(due.map(({ order_id }) => order_id))];
  if (ids.length === 0) return 0;
  const known = new Map((await searchables(tenant, ids)).map(({ id, ...searchable }) => [id, termsOf(searchable)]));
  await store(
    tenant,
    ids.map((id) => ({ id, terms: known.get(id) ?? [] })),
  );
  notify(tenant, 'words');
  return due.length;
}

async function searchables(tenant: Tenant, ids: number[]): Promise<(Searchable & { id: number })[]> {
  const { rows } = await sql<Searchable & Columns<'orders', 'id'>>`
    with sold as (
      select order_id, array_agg(distinct sku) as skus, array_agg(distinct name) as products from order_lines
      where account_id = ${tenant.accountId} and order_id = any(${ids}::bigint[]) group by 1
    ),
    sent as (
      select order_id, array_agg(distinct tracking_number) as numbers from shipments
      where account_id = ${tenant.accountId} and order_id = any(${ids}::bigint[]) group by 1
    )
    select o.id, array[o.source_order_number, o.source_ref_num, o.amware_ref_num] || sent.numbers || sold.skus as numbers,
      array[o.customer_name, o.company_name] as names, o.customer_email as email, o.customer_phone as phone,
      o.postal_code as postcode, array[o.address, o.address_2, o.city] as places, coalesce(sold.products, '{}') as products
    from orders o left join sold on sold.order_id = o.id left join sent on sent.order_id = o.id
    where o.account_id = ${tenant.accountId} and o.id = any(${ids}::bigint[]) and o.deleted_at is null`.execute(tenant.db);
  return rows;
}

/** Writes only the terms that differ from the stored ones. */
async function store(tenant: Tenant, sets: { id: number; terms: string[] }[]): Promise<void> {
  await sql`
    with wanted as (
      select id, terms from json_to_recordset(${JSON.stringify(sets)}::json) as given (id bigint, terms text[])
    ),
    had as (
      select s.order_id, s.terms from order_term_sets s where s.account_id = ${tenant.accountId} and s.order_id = any(${sets.map(({ id }) => id)}::bigint[])
    ),
    differing as (
      select w.id, w.terms, coalesce(had.terms, '{}') as before from wanted w left join had on had.order_id = w.id where w.terms is distinct from coalesce(had.terms, '{}')
    ),
    gone as (
      delete from order_terms t using differing d cross join lateral unnest(d.before) as old (term)
      where t.account_id = ${tenant.accountId} and t.order_id = d.id and t.term = old.term collate "C" and old.term <> all (d.terms)
    ),
    kept as (
      insert into order_term_sets (account_id, order_id, terms) select ${tenant.accountId}, id, terms from differing
      on conflict (account_id, order_id) do update set terms = excluded.terms
    )
    insert into order_terms (account_id, term, order_id)
    select ${tenant.accountId}, word.term, d.id from differing d cross join lateral unnest(d.terms) as word (term)
    where word.term <> all (d.before) order by word.term collate "C", d.id`.execute(tenant.db);
}
