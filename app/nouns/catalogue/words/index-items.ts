import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Database } from '../../../../platform/db.ts';
import { lockOf } from '../../../../platform/locks.ts';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import type { Job } from '../../../base/job-queue.ts';
import { listOf } from './word-index.ts';

/** Items of one transaction, about: terms that are written together in their order hit cached pages. */
const atOnce = 8_000;
/** Rows of catalogue_terms_due that are looked at for so many. */
const rowsAtOnce = 1_000;

/** Triggers enqueue it on a change, the sweep for anything left over. One at a time per account. */
export const indexItemsJob = (accountId: number): Job<'items:index'> => ({
  name: 'items:index',
  payload: { accountId },
  queue: `items:index:${accountId}`,
  key: `sweep:items:index:${accountId}`,
});

/** Writes the terms of all products, raw materials and channel products that changed, until none is left or `stop` is aborted. */
export async function indexItems(database: Database, accountId: number, stop: AbortSignal): Promise<void> {
  for (let isDone = false; !isDone && !stop.aborted; ) isDone = await inTenant(database, { accountId, userId: null }, indexSome);
}

type Due = Columns<'catalogue_terms_due', 'list' | 'item_ids'>;

/** Indexes one batch. Returns whether nothing was due. One at a time per account, so that older terms never overwrite newer ones. */
async function indexSome(tenant: Tenant): Promise<boolean> {
  const { accountId } = tenant;
  await sql`select pg_advisory_xact_lock(${lockOf('itemWords', accountId)})`.execute(tenant.db);
  const { rows } = await sql<Due>`
    with oldest as (
      select list, id, sum(cardinality(item_ids)) over (order by list, id) - cardinality(item_ids) as before
      from (select list, id, item_ids from catalogue_terms_due where account_id = ${accountId} order by list, id limit ${rowsAtOnce}) as near
    )
    delete from catalogue_terms_due d using oldest o
    where d.account_id = ${accountId} and d.list = o.list and d.id = o.id and o.before < ${atOnce} returning d.list, d.item_ids`.execute(
    tenant.db,
  );
  for (const [list, due] of Map.groupBy(rows, (row) => row.list))
    await store(tenant, list, [...new Set(due.flatMap((row) => row.item_ids))]);
  return rows.length === 0;
}

/** The items of a list as they are now, with their terms. */
function wanted({ accountId }: Tenant, list: number, ids: number[]): RawBuilder<unknown> {
  const meant = sql`account_id = ${accountId} and id = any(${ids}::bigint[])`;
  if (list > 0)
    return sql`select id, terms_of_connector_product(sku_key, connector_product_id, name_key) as terms from connector_products where ${meant}`;
  const table = sql.table(list === listOf.products ? 'products' : 'raw_materials');
  return sql`select id, terms_of_item(sku_key, upc, name_key) as terms from ${table} where ${meant}`;
}

/** Writes only the terms that differ from the stored ones; what is gone loses all. */
async function store(tenant: Tenant, list: number, ids: number[]): Promise<void> {
  const ofList = sql`account_id = ${tenant.accountId} and list = ${list}`;
  const words = (terms: RawBuilder<unknown>) =>
    sql`(select distinct left(word, 64) collate "C" as term from unnest(${terms}) as word where length(word) > 1)`;
  await sql`
    with wanted as materialized (${wanted(tenant, list, ids)}),
    had as materialized (select item_id, terms from catalogue_term_sets where ${ofList} and item_id = any(${ids}::bigint[])),
    differing as materialized (
      select coalesce(w.id, had.item_id) as id, w.terms, had.terms as before from wanted w full join had on had.item_id = w.id
      where w.terms is distinct from had.terms
    ),
    gone as (
      delete from catalogue_terms t using (
        select d.id, old.term from differing d cross join lateral (select term from ${words(sql`d.before`)} as o except select term from ${words(sql`d.terms`)} as n) as old
        where d.before is not null
      ) as old where t.account_id = ${tenant.accountId} and t.list = ${list} and t.term = old.term and t.item_id = old.id
    ),
    forgotten as (delete from catalogue_term_sets where ${ofList} and item_id in (select id from differing where terms is null)),
    kept as (
      insert into catalogue_term_sets (account_id, list, item_id, terms) select ${tenant.accountId}, ${list}, id, terms from differing where terms is not null
      on conflict (account_id, list, item_id) do update set terms = excluded.terms
    )
    insert into catalogue_terms (account_id, list, term, item_id)
    select ${tenant.accountId}, ${list}, new.term, d.id
    from differing d cross join lateral (
      select distinct left(word, 64) collate "C" as term from unnest(d.terms) as word where length(word) > 1 and word <> all (array_remove(coalesce(d.before, '{}'), null))
    ) as new
    order by new.term, d.id
    on conflict do nothing`.execute(tenant.db);
}
