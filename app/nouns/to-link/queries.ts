import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Paginated } from '../../../platform/list/query.ts';
import { paginate } from '../../../platform/list/read-page.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { equalProduct } from '../catalogue/values/equal-product.ts';
import { type EqualToLink, listToLinkCall, mostAtOnce, type ToLink, type ToLinkQuery } from './contract.ts';

/** So many SKUs are counted, searched and sorted; an account with more mends the first of them first. */
const scannedAtMost = 10_000;
/** Of the SKUs that most orders wait for, so many are compared with the products at once. */
const comparedAtOnce = 500;

type Page = { rows: (ToLink & { total: number })[]; total: number };

/** One page of the SKUs to link, those that most orders wait for first. */
export async function listToLink(tenant: Tenant, query: ToLinkQuery): Promise<Paginated<ToLink>> {
  const { search, page, perPage, orderDir } = query;
  const part = await pageOf(tenant, { search, from: (page - 1) * perPage, most: perPage, fewestFirst: orderDir === 'ASC' });
  const isAll = part.total < scannedAtMost;
  return paginate(listToLinkCall.path, query, {
    data: part.rows.map(({ total: _, ...row }) => row),
    total: part.total,
    exact: isAll,
    scanned: isAll ? null : scannedAtMost,
  });
}

/** Those that have an equal product: what may be accepted all at once. */
export async function listEqual(tenant: Tenant): Promise<{ data: EqualToLink[]; more: boolean }> {
  const { rows } = await pageOf(tenant, { search: '', from: 0, most: comparedAtOnce, fewestFirst: false });
  const equal = rows.flatMap(({ total: _, equal, ...row }) => (equal ? [{ ...row, equal }] : []));
  return { data: equal.slice(0, mostAtOnce), more: equal.length > mostAtOnce };
}

/** Of these SKUs, those that are not linked yet, each with its equal product. */
export async function findEqual(
  tenant: Tenant,
  skus: { connection_id: number; sku: string }[],
): Promise<{ connection_id: number; sku: string; product_id: number }[]> {
  const { rows } = await sql<{ connection_id: number; sku: string; product_id: number }>`
    select r.connection_id, r.sku, equal.id as product_id
    from json_to_recordset(${JSON.stringify(skus)}::json) as r (connection_id bigint, sku text)
    cross join lateral (${listing(tenant)}) as listing
    cross join lateral (${oldestIssue(tenant)}) as oldest
    cross join lateral (${equalTo(tenant)}) as equal
    where listing.product_id is null`.execute(tenant.db);
  return rows;
}

type Part = { search: string; from: number; most: number; fewestFirst: boolean };

async function pageOf(tenant: Tenant, { search, from, most, fewestFirst }: Part): Promise<Page> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const fits = words.map((word) => sql`strpos(lower(r.sku || ' ' || coalesce(listing.name, '') || ' ' || c.name), ${word}) > 0`);
  const direction = fewestFirst ? sql`asc` : sql`desc`;
  const { rows } = await sql<ToLink & { total: number }>`
    with waiting as (
      select connection_id, subject as sku, sum(n)::int as orders from issue_tallies
      where ${inAccount(tenant)} and type = 'unmapped_sku' and subject <> '' and connection_id is not null
      group by connection_id, subject having sum(n) > 0 order by connection_id, subject limit ${scannedAtMost}
    ),
    fitting as (
      select r.*, listing.name, c.name as connection_name, c.slug, count(*) over ()::int as total
      from waiting r
      join connections c on ${inAccount(tenant, 'c')} and c.id = r.connection_id
      cross join lateral (${listing(tenant)}) as listing
      where ${sql.join([sql`listing.product_id is null`, ...fits], sql` and `)}
      order by r.orders ${direction}, r.sku collate "C", r.connection_id limit ${most} offset ${from}
    )
    select r.connection_id, r.connection_name, r.slug, r.sku, r.name, r.orders, r.total, oldest.order_id, oldest.opened_at,
      case when equal.id is not null then json_build_object('id', equal.id, 'sku', equal.sku, 'name', equal.name, 'same',
        equal.same) end as equal
    from fitting r
    cross join lateral (${oldestIssue(tenant)}) as oldest
    left join lateral (${equalTo(tenant)}) as equal on true
    order by r.orders ${direction}, r.sku collate "C", r.connection_id`.execute(tenant.db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** What the channel says of a SKU `r`, looked up by its key. One row always. */
const listing = (tenant: Tenant): RawBuilder<unknown> => sql`
  select max(p.name) as name, max(p.product_id) as product_id from connector_products p
  where ${inAccount(tenant, 'p')} and p.connection_id = r.connection_id and p.connector_product_sku = r.sku`;

/** The oldest order that waits for a SKU `r`, and the UPC of its line. */
const oldestIssue = (tenant: Tenant): RawBuilder<unknown> => sql`
  select i.order_id, i.opened_at, nullif(btrim(l.upc), '') as upc
  from issues i left join order_lines l on ${inAccount(tenant, 'l')} and l.id = i.line_id
  where ${inAccount(tenant, 'i')} and i.type = 'unmapped_sku' and i.connection_id = r.connection_id and i.subject = r.sku
    and i.closed_at is null
  order by i.opened_at limit 1`;

const equalTo = (tenant: Tenant) => equalProduct(tenant, sql`r.sku`, sql`oldest.upc`);
