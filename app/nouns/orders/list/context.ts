import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { nameOfMethod } from '../../../base/shipping-methods/queries.ts';

type Tabs = { attention: number; held: number; all: number; archived: number };
/** `name` says whether it is disconnected. */
type Source = Columns<'connections', 'slug'> & { name: string };
type UsedMethod = Columns<'shipping_methods', 'code'> & { name: string | null };

/** Reads in one statement what a list shows beside its rows: the highest order id (later ones are new), tab counts and sources. */
export async function readListContext(tenant: Tenant): Promise<{ newest: number; tabs: Tabs; sources: Source[] }> {
  const [row] = await readPrepared(
    tenant,
    sql<{ newest: number; tabs: Tabs; sources: Source[] }>`
      select coalesce((select max(id) from orders where ${inAccount(tenant)}), 0) as newest,
        (select to_json(t) from (${tabs(tenant)}) as t) as tabs, (select coalesce(json_agg(s), '[]')
          from (${sources(tenant)}) as s) as sources`,
  );
  if (!row) throw new Error('This query always returns a row.');
  return row;
}

/** How many orders each tab has, from the tallies. */
export async function countTabs(tenant: Tenant): Promise<Tabs> {
  const [row] = await readPrepared(tenant, tabs(tenant));
  return row ?? { attention: 0, held: 0, all: 0, archived: 0 };
}

/** Channels that orders come from, disconnected ones included, as choices of the source filter (by slug). */
export const listSources = (tenant: Tenant): Promise<Source[]> => readPrepared(tenant, sources(tenant));

const tabs = (tenant: Tenant) => sql<Tabs>`
  select coalesce(sum(n) filter (where has_issue), 0)::int as attention,
    coalesce(sum(n) filter (where held and not archived), 0)::int as held,
    coalesce(sum(n) filter (where not archived), 0)::int as "all", coalesce(sum(n) filter (where archived), 0)::int as archived
  from orders_in_all where ${inAccount(tenant)}`;

const sources = (tenant: Tenant) => sql<Source>`
  select slug, case when disconnected_at is null then name else name || ' (disconnected)' end as name from (
    select distinct on (slug) slug, name, disconnected_at from connections c where ${inAccount(tenant)} and 'orders' = any(capabilities)
      and (disconnected_at is null or exists (select from orders o where ${inAccount(tenant, 'o')} and o.connection_id = c.id))
    order by slug, disconnected_at nulls first, id desc
  ) as named order by disconnected_at is not null, name`;

const most = 300;

/** The countries that orders go to, by skipping from one to the next in their index. */
export const listCountries = (tenant: Tenant): Promise<string[]> => distinct(tenant, 'country');

/** The warehouse's shipping methods in use, with their names. */
export async function listMethods(tenant: Tenant): Promise<UsedMethod[]> {
  const codes = await distinct(tenant, 'shipping_code');
  const { rows } = await sql<UsedMethod>`
    select code, ${nameOfMethod(tenant, sql`used.code`)} as name
    from unnest(${codes}::text[]) as used (code)`.execute(tenant.db);
  return rows;
}

async function distinct(tenant: Tenant, column: 'country' | 'shipping_code'): Promise<string[]> {
  const next = (
    after: string,
  ) => sql`(select ${sql.ref(column)} from orders where ${inAccount(tenant)} and deleted_at is null and archived_at is null
    and ${sql.ref(column)} > ${sql.raw(after)} order by ${sql.ref(column)} limit 1)`;
  const { rows } = await sql<{ value: string }>`
    with recursive used (value) as (
      select ${next(`''`)} union all select ${next('used.value')} from used where used.value is not null
    )
    select value from used where value is not null limit ${most}`.execute(tenant.db);
  return rows.map(({ value }) => value);
}
