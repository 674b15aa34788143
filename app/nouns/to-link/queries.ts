import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Paginated } from '../../../platform/list/query.ts';
import { paginate } from '../../../platform/list/read-page.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { wordIssue } from '../../shared/issues/issue.ts';
import { equalProduct } from '../catalogue/values/equal-product.ts';
import { firstUpc, upcsDiffer } from '../catalogue/values/upcs.ts';
import { type Compared, withBest } from './best.ts';
import { listToLinkCall, mostAtOnce, type ToLink, type ToLinkQuery } from './contract.ts';
import { listed, oldestIssue } from './sold.ts';

/** So many SKUs are counted, searched and sorted; an account with more mends the first of them first. */
const scannedAtMost = 10_000;
/** Of the SKUs that most orders wait for, so many are compared with the products at once. */
const comparedAtOnce = 500;

/** One page of the SKUs to link, those that most orders wait for first, each with the product that it most likely means. */
export async function listToLink(tenant: Tenant, query: ToLinkQuery): Promise<Paginated<ToLink>> {
  const { search, page, perPage, orderDir } = query;
  const rows = await pageOf(tenant, { search, from: (page - 1) * perPage, most: perPage, fewestFirst: orderDir === 'ASC' });
  const total = rows[0]?.total ?? 0;
  const isAll = total < scannedAtMost;
  return paginate(listToLinkCall.path, query, {
    data: await withBest(tenant, rows.map(worded)),
    total,
    exact: isAll,
    scanned: isAll ? null : scannedAtMost,
  });
}

/** Those that have a product of the same SKU and no other UPC: what may be accepted all at once. */
export async function listEqual(tenant: Tenant): Promise<{ data: ToLink[]; more: boolean }> {
  const rows = await pageOf(tenant, { search: '', from: 0, most: comparedAtOnce, fewestFirst: false });
  const equal = rows.filter(({ same }) => same === 'SKU').map(worded);
  return { data: await withBest(tenant, equal.slice(0, mostAtOnce)), more: equal.length > mostAtOnce };
}

/** `doubt`: a sentence that is not in words yet. */
type Read = Omit<Compared, 'doubt'> & { doubt: unknown; total: number };

const worded = ({ total: _, doubt, ...row }: Read): Compared => ({ ...row, doubt: doubt === null ? null : wordIssue(doubt) });

type Part = { search: string; from: number; most: number; fewestFirst: boolean };

async function pageOf(tenant: Tenant, { search, from, most, fewestFirst }: Part): Promise<Read[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const fits = words.map((word) => sql`strpos(lower(r.sku || ' ' || coalesce(listing.name, '') || ' ' || c.name), ${word}) > 0`);
  const direction = fewestFirst ? sql`asc` : sql`desc`;
  const { rows } = await sql<Read>`
    with waiting as (
      select connection_id, subject as sku, sum(n)::int as orders from issue_tallies
      where ${inAccount(tenant)} and type = 'unmapped_sku' and subject <> '' and connection_id is not null
      group by connection_id, subject having sum(n) > 0 order by connection_id, subject limit ${scannedAtMost}
    ),
    fitting as (
      select r.*, listing.*, c.name as connection_name, c.slug, count(*) over ()::int as total
      from waiting r
      join connections c on ${inAccount(tenant, 'c')} and c.id = r.connection_id
      cross join lateral (${listed(tenant)}) as listing
      where ${sql.join([sql`listing.product_id is null`, ...fits], sql` and `)}
      order by r.orders ${direction}, r.sku collate "C", r.connection_id limit ${most} offset ${from}
    ),
    sold as materialized (
      select r.*, oldest.order_id, oldest.opened_at, ${firstUpc(sql`oldest.upc`, sql`r.listed_upc`)} as upc,
        not r.is_doubted and not ${upcsDiffer(sql`oldest.upc`, sql`r.listed_upc`)} as may_be_equal
      from fitting r cross join lateral (${oldestIssue(tenant)}) as oldest
    )
    select r.connection_id, r.connection_name, r.slug, r.sku, r.name, r.image_url, r.units_per_sale, r.orders, r.total, r.doubt, r.upc,
      r.order_id, r.opened_at, equal.id as equal_id, equal.same
    from sold r left join lateral (${equalProduct(tenant, sql`r.sku`, sql`r.upc`)}) as equal on r.may_be_equal
    order by r.orders ${direction}, r.sku collate "C", r.connection_id`.execute(tenant.db);
  return rows;
}
