import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { distinctValues } from '../../../../platform/list/distinct.ts';
import type { Paginated } from '../../../../platform/list/query.ts';
import { readPage } from '../../../../platform/list/read-page.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Unworded } from '../../../../platform/sentences.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { wordedIssue } from '../../../shared/issues/issue.ts';
import { withTags } from '../../../shared/tags/tags.ts';
import type { PurchaseOrderFilter, PurchaseTabs } from '../../purchase-flow/contract/filter.ts';
import { listPurchaseOrdersCall, type PurchaseOrderRow } from '../../purchase-flow/contract/purchase-orders.ts';
import { statusLabel } from '../../purchase-flow/purchase-order.ts';
import { isOverdue, purchaseOrderSource } from '../finding/conditions.ts';
import { mostLate } from './view-address.ts';

/** One page of purchase orders at a bounded cost. */
export async function listPurchaseOrders(tenant: Tenant, filter: PurchaseOrderFilter): Promise<Paginated<PurchaseOrderRow>> {
  const source = await purchaseOrderSource(tenant, filter);
  const page = await readPage(tenant, listPurchaseOrdersCall, filter, source, { query: (rows) => shownOf(tenant, rows) });
  return { ...page, data: await withTags(tenant, 'purchase_order', page.data.map(worded)) };
}

/** These purchase orders as the list shows them, without their tags. */
export async function listedPurchaseOrders(tenant: Tenant, ids: number[]): Promise<UntaggedRow[]> {
  const those = sql`(select p.* from purchase_orders p where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[]))`;
  return (await readPrepared(tenant, shownOf(tenant, those))).map(worded);
}

export type UntaggedRow = Omit<PurchaseOrderRow, 'tags'>;
type ReadRow = Omit<UntaggedRow, 'status_label' | 'error' | 'issue'> & {
  issue: Unworded<NonNullable<PurchaseOrderRow['issue']>> | null;
};

const worded = (row: ReadRow): UntaggedRow => ({
  ...row,
  issue: row.issue && wordedIssue(row.issue),
  status_label: { label: row.status, humanReadable: statusLabel[row.status] },
  error: row.open_issues > 0,
});

/** What the list shows of rows of `purchase_orders`. */
const shownOf = (tenant: Tenant, rows: RawBuilder<unknown>) =>
  sql<ReadRow>`
    select purchase_orders.id, po_number, source_number, status, connection_id, coalesce(c.slug, 'manual') as source,
      coalesce(c.name, 'Made here') as source_name, vendor_name,
      mapped_warehouse, (select min(w.name) from warehouses w where ${inAccount(tenant, 'w')}
        and w.code = mapped_warehouse) as warehouse_name,
      warehouse_reference_number, ordered_at, expected_at, announced_at, updated_at, ${isOverdue(tenant)} as overdue,
      units_ordered, units_received, locked, archived_at is not null as archived, open_issues,
      case when open_issues > 0 then (select json_build_object('id', i.id, 'type', i.type, 'sentence', i.sentence, 'subject', i.subject)
        from issues i
        where ${inAccount(tenant, 'i')} and i.purchase_order_id = purchase_orders.id and i.closed_at is null order by i.blocking desc, i.id
          limit 1) end as issue
    from ${rows} as purchase_orders left join connections c on ${inAccount(tenant, 'c')} and c.id = connection_id`;

type Choice = { value: string; label: string };

/** What the list shows beside its rows: exact counts from the tallies, and what its filters offer. */
export async function readPurchaseContext(
  tenant: Tenant,
): Promise<{ tabs: PurchaseTabs; sources: Choice[]; vendors: Choice[]; warehouses: Choice[]; connected: boolean }> {
  const [tabs, sources, vendors, warehouses] = await Promise.all([
    countPurchaseTabs(tenant),
    listSources(tenant),
    listVendors(tenant),
    listWarehouses(tenant),
  ]);
  const manual = { value: 'manual', label: 'Made here' };
  return { tabs, sources: [...sources, manual], vendors, warehouses, connected: sources.length > 0 };
}

/** How many there are of each view: from the tallies, what is late from its index. */
export async function countPurchaseTabs(tenant: Tenant): Promise<PurchaseTabs> {
  const [tabs, late] = await Promise.all([countTabs(tenant), countLate(tenant)]);
  return { ...tabs, late };
}

async function countTabs(tenant: Tenant): Promise<Omit<PurchaseTabs, 'late'>> {
  const query = sql<Omit<PurchaseTabs, 'late'>>`
    select coalesce(sum(n) filter (where status in ('pending', 'hold', 'received') and not archived), 0)::int as open,
      coalesce(sum(n) filter (where has_issue), 0)::int as attention, coalesce(sum(n) filter (where not archived),
        0)::int as "all",
      coalesce(sum(n) filter (where archived), 0)::int as archived
    from purchase_order_tallies where ${inAccount(tenant)}`;
  const [row] = await readPrepared(tenant, query);
  return row ?? { open: 0, attention: 0, all: 0, archived: 0 };
}

/** How many are late: up to one more than are written as a number. */
async function countLate(tenant: Tenant): Promise<number> {
  const query = sql<{ n: number }>`
    select count(*)::int as n from (select from purchase_orders where ${inAccount(tenant)} and deleted_at is null and archived_at is null
      and ${isOverdue(tenant)}
      limit ${sql.lit(mostLate + 1)}) as late`;
  const [row] = await readPrepared(tenant, query);
  return row?.n ?? 0;
}

async function listSources(tenant: Tenant): Promise<Choice[]> {
  const { rows } = await sql<Columns<'connections', 'slug' | 'name'>>`
    select distinct on (slug) slug, name from connections where ${inAccount(tenant)} and 'purchaseOrders' = any(capabilities)
    order by slug, disconnected_at nulls first, id desc`.execute(tenant.db);
  return rows.map(({ slug, name }) => ({ value: slug, label: name }));
}

async function listWarehouses(tenant: Tenant): Promise<Choice[]> {
  const { rows } = await sql<Columns<'warehouses', 'code' | 'name'>>`
    select distinct on (code) code, name from warehouses where ${inAccount(tenant)} order by code`.execute(tenant.db);
  return rows.map(({ code, name }) => ({ value: code, label: name }));
}

const mostVendors = 200;

async function listVendors(tenant: Tenant): Promise<Choice[]> {
  const rows = sql`purchase_orders where ${inAccount(tenant)} and deleted_at is null and archived_at is null`;
  const names = await distinctValues(tenant, { column: sql`vendor_name`, rows, most: mostVendors });
  return names.map((name) => ({ value: name, label: name }));
}
