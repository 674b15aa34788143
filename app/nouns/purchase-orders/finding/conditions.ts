import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { FoundRows, ListSource } from '../../../../platform/list/source.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isAssignedTo } from '../../../shared/comments/assigned.ts';
import { filteredByTag, hasTag } from '../../../shared/tags/filter.ts';
import { anyIssue, manualSource, type PurchaseOrderFilter } from '../../purchase-flow/contract/filter.ts';
import { foundPurchaseOrders } from '../../purchase-flow/words/matching.ts';

type Condition = RawBuilder<unknown>;

/** What is expected before today in the account's time zone, and has not come at all. */
export const isOverdue = ({ accountId }: Tenant): Condition => sql`(status in ('pending', 'hold') and expected_at is not null
  and expected_at < (date_trunc('day', now() at time zone (select timezone from accounts where id = ${accountId})) at time zone
    (select timezone from accounts where id = ${accountId})))`;

const sorts = {
  ordered_at: 'ordered_at',
  po_number: 'id',
  status: 'status',
  vendor_name: 'vendor_name',
  expected_at: 'expected_at',
} as const satisfies Record<PurchaseOrderFilter['orderBy'], string>;

/**
 * How the list is read for a filter: in the order of the sort that is asked for, from the end that is asked for, because each has
 * an index; and its conditions by whether an index has them. Of one SKU or lot the newest are listed, and the list says so.
 */
export async function purchaseOrderSource(
  tenant: Tenant,
  filter: PurchaseOrderFilter,
): Promise<ListSource<'purchase_orders', PurchaseOrderFilter['orderBy']>> {
  const { search, sku, lot, ...rest } = filter;
  const { found, filters: ofLines } = foundFor(tenant, { search, sku, lot });
  const counted = found ? undefined : talliedCount(tenant, rest);
  const { scope, indexed, filters } = conditionsOf(tenant, rest);
  const byTag = await filteredByTag(tenant, 'purchase_order', sql`purchase_orders.id`, filter.tag);
  return {
    table: 'purchase_orders',
    sorts: { ...(isOfWaiting(rest) && { ordered_at: sorts.ordered_at }), [filter.orderBy]: sorts[filter.orderBy] } as Record<
      PurchaseOrderFilter['orderBy'],
      (typeof sorts)[keyof typeof sorts]
    >,
    words: [],
    newestFirst: filter.orderDir === 'DESC',
    ...(found && { found }),
    ...(counted && { counted }),
    scope,
    indexed: [...indexed, ...byTag.indexed],
    filters: [...filters, ...byTag.filters, ...ofLines],
  };
}

/** What a search finds, else a lot, else a SKU, by its index; the others are looked for in each of these. */
function foundFor(
  tenant: Tenant,
  { search, sku, lot }: Pick<PurchaseOrderFilter, 'search' | 'sku' | 'lot'>,
): { found?: FoundRows; filters: Condition[] } {
  const withSku = sku ? [hasItem(tenant, ['sku', 'mapped_sku'], sku)] : [];
  const withLot = lot ? [hasItem(tenant, ['lot_number'], lot)] : [];
  if (search) return { found: foundPurchaseOrders(tenant, search), filters: [...withLot, ...withSku] };
  if (lot) return { found: newestWith(tenant, ['lot_number'], lot), filters: withSku };
  if (sku) return { found: newestWith(tenant, ['sku', 'mapped_sku'], sku), filters: [] };
  return { filters: [] };
}

/**
 * Whether it lists what needs a person: then also what is in the archive, where Home counts it too. These have one index, of when they
 * were ordered, so that whatever else is asked for is looked at in each of them.
 */
const isOfWaiting = ({ view, archived, issue }: Pick<PurchaseOrderFilter, 'view' | 'archived' | 'issue'>): boolean =>
  archived !== 'yes' && (view === 'attention' || Boolean(issue && (!view || view === 'all')));

/** How many there are by the tallies, where these have all that is asked for. */
function talliedCount(
  tenant: Tenant,
  {
    status,
    view,
    archived,
    issue,
    page: _,
    perPage: _size,
    orderBy: _sort,
    orderDir: _direction,
    ...others
  }: Omit<PurchaseOrderFilter, 'search' | 'sku' | 'lot'>,
): Condition | undefined {
  if (Object.values(others).some(Boolean) || view === 'late' || (issue && issue !== anyIssue)) return undefined;
  const parts = isOfWaiting({ view, archived, issue })
    ? []
    : [view === 'archived' || archived === 'yes' ? sql`archived` : sql`not archived`];
  if (status) parts.push(sql`status = ${status}`);
  if (view === 'open') parts.push(sql`status in ('pending', 'hold', 'received')`);
  if (view === 'attention' || issue) parts.push(sql`has_issue`);
  return sql`select coalesce(sum(n), 0)::int from purchase_order_tallies where ${inAccount(tenant)} and ${sql.join(parts, sql` and `)}`;
}

/** A filter's whole condition on purchase orders: what a bulk action over "all that match" freezes. */
export function matchingPurchaseOrders(tenant: Tenant, filter: PurchaseOrderFilter): Condition {
  const { scope, indexed, filters } = conditionsOf(tenant, filter);
  const parts = [
    ...[scope, ...indexed, ...filters],
    ...(filter.tag ? [hasTag(tenant, 'purchase_order', sql`purchase_orders.id`, filter.tag)] : []),
    ...(filter.lot ? [hasLine(tenant, ['lot_number'], filter.lot)] : []),
    ...(filter.sku ? [hasLine(tenant, ['sku', 'mapped_sku'], filter.sku)] : []),
    ...(filter.search ? [sql`id = any((select ids from (${foundPurchaseOrders(tenant, filter.search)}) as found)::bigint[])`] : []),
  ];
  return sql`select id from purchase_orders where ${inAccount(tenant)} and ${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` and `,
  )}`;
}

type Conditions = { scope: Condition; indexed: Condition[]; filters: Condition[] };

/** All that is asked for, but for search, SKU, lot and tag. */
function conditionsOf(tenant: Tenant, filter: Omit<PurchaseOrderFilter, 'search' | 'sku' | 'lot'>): Conditions {
  const { view } = filter;
  const shelf = view === 'archived' || filter.archived === 'yes' ? sql`archived_at is not null` : sql`archived_at is null`;
  const indexed: Condition[] = [];
  const filters: Condition[] = [];
  if (filter.status) indexed.push(sql`status = ${filter.status}`);
  if (view === 'open') indexed.push(sql`status in ('pending', 'hold', 'received')`);
  if (filter.vendor) indexed.push(sql`vendor_name = ${filter.vendor}`);
  if (filter.source) indexed.push(isFrom(tenant, filter.source));
  if (filter.warehouse) indexed.push(sql`mapped_warehouse = ${filter.warehouse}`);
  // In the list of what needs a person it is the scope: as a filter besides, all of them would be read for each page.
  if ((view === 'attention' || filter.issue) && !isOfWaiting(filter)) indexed.push(sql`open_issues > 0`);
  if (filter.issue && filter.issue !== anyIssue) filters.push(hasIssue(tenant, filter.issue));
  if (view === 'late' || filter.overdue === 'yes') indexed.push(isOverdue(tenant));
  const expected = expectedBetween(tenant, filter);
  if (expected.length > 0) indexed.push(sql.join(expected, sql` and `));
  if (filter.assigned) indexed.push(isAssignedTo(tenant, 'purchase_order', sql`id`));
  if (isOfWaiting(filter)) return { scope: sql`deleted_at is null and open_issues > 0`, indexed: [], filters: [...indexed, ...filters] };
  return { scope: sql`deleted_at is null and ${shelf}`, indexed, filters };
}

function isFrom(tenant: Tenant, source: string): Condition {
  if (source === manualSource) return sql`connection_id is null`;
  return sql`connection_id = (select id from connections where ${inAccount(tenant)} and slug = ${source}
    and 'purchaseOrders' = any(capabilities)
    order by disconnected_at nulls first, id desc limit 1)`;
}

const hasIssue = (tenant: OfAccount, type: string): Condition =>
  sql`exists (select from issues i where ${inAccount(tenant, 'i')} and i.purchase_order_id = purchase_orders.id and i.closed_at is null
    and i.type = ${type})`;

/** A line of the purchase order at hand has this SKU or lot. */
const hasItem = (tenant: OfAccount, columns: readonly LineColumn[], value: string): Condition =>
  sql`exists (select from purchase_order_lines l where ${inAccount(tenant, 'l')} and l.purchase_order_id = purchase_orders.id
    and ${value} in (${sql.join(columns.map((column) => sql.ref(`l.${column}`)))}))`;

type LineColumn = 'sku' | 'mapped_sku' | 'lot_number';

/** Lines with this SKU or lot, for each column by its own index. */
const linesWith = (tenant: Tenant, columns: readonly LineColumn[], value: string, most: Condition) =>
  columns.map((column) => {
    const text = sql`${sql.ref(`l.${column}`)} collate "C"`;
    return sql`(select l.purchase_order_id as id from purchase_order_lines l where ${inAccount(tenant, 'l')} and ${text} = ${value}
      order by ${text} desc, l.purchase_order_id desc ${most})`;
  });

/** A list shows so many of one SKU or lot. */
const mostOfOneItem = 250;

/** The newest purchase orders with this SKU or lot. */
function newestWith(tenant: Tenant, columns: readonly LineColumn[], value: string): FoundRows {
  const lines = linesWith(tenant, columns, value, sql`limit ${sql.lit(mostOfOneItem + 1)}`);
  const most = sql.lit(mostOfOneItem);
  return sql`select newest.ids[:${most}] as ids, cardinality(newest.ids) <= ${most} as complete
    from (select array(select id from (${sql.join(lines, sql` union `)}) as lines order by id desc) as ids) as newest`;
}

/** All of them, for what is done with all that match. */
const hasLine = (tenant: Tenant, columns: readonly LineColumn[], value: string): Condition =>
  sql`id = any(array(${sql.join(linesWith(tenant, columns, value, sql``), sql` union `)}))`;

type Expected = Pick<PurchaseOrderFilter, 'expected_from' | 'expected_to'>;

function expectedBetween({ accountId }: Tenant, { expected_from, expected_to }: Expected): Condition[] {
  const midnight = (day: string, days: number) =>
    sql`((${day}::date + ${days}::int)::timestamp at time zone (select timezone from accounts where id = ${accountId}))`;
  return [
    ...(expected_from ? [sql`expected_at >= ${midnight(expected_from, 0)}`] : []),
    ...(expected_to ? [sql`expected_at < ${midnight(expected_to, 1)}`] : []),
  ];
}
