import { type RawBuilder, sql } from 'kysely';
import type { ListSource } from '../../../platform/list/source.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { isAssignedTo } from '../../comments/assigned.ts';
import { findPurchaseOrders } from '../terms.ts';
import { anyIssue, manualSource, type PurchaseOrderFilter } from './filter.ts';

type Condition = RawBuilder<unknown>;

/** What is expected before today in the account's time zone, and has not come at all. */
export const isOverdue = ({ accountId }: Tenant): Condition => sql`(status in ('pending', 'hold') and expected_at is not null
  and expected_at < (date_trunc('day', now() at time zone (select timezone from accounts where id = ${accountId})) at time zone (select timezone from accounts where id = ${accountId})))`;

const sorts = {
  ordered_at: 'ordered_at',
  po_number: 'id',
  status: 'status',
  vendor_name: 'vendor_name',
  expected_at: 'expected_at',
} as const satisfies Record<PurchaseOrderFilter['orderBy'], string>;

/**
 * How the list is read for a filter: in the order of the sort that is asked for, from the end that is asked for, because each has
 * an index; and its conditions by whether an index has them.
 */
export async function purchaseOrderSource(
  tenant: Tenant,
  filter: PurchaseOrderFilter,
): Promise<ListSource<'purchase_orders', PurchaseOrderFilter['orderBy']>> {
  const found = filter.search ? { found: await findPurchaseOrders(tenant, filter.search) } : {};
  return {
    table: 'purchase_orders',
    sorts: { [filter.orderBy]: sorts[filter.orderBy] } as Record<PurchaseOrderFilter['orderBy'], (typeof sorts)[keyof typeof sorts]>,
    words: [],
    newestFirst: filter.orderDir === 'DESC',
    ...found,
    ...conditionsOf(tenant, filter),
  };
}

/** A filter's whole condition on purchase orders: what a bulk action over "all that match" freezes. */
export async function matchingPurchaseOrders(tenant: Tenant, filter: PurchaseOrderFilter): Promise<{ matching: Condition }> {
  const { scope, indexed, filters, found } = await purchaseOrderSource(tenant, filter);
  const parts = [
    scope ?? sql`true`,
    ...(indexed ?? []),
    ...(filters ?? []),
    ...(found ? [sql`id = any(${[...found.ids]}::bigint[])`] : []),
  ];
  const matching = sql`select id from purchase_orders where account_id = ${tenant.accountId} and ${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` and `,
  )}`;
  // A builder must not be awaited by itself.
  return { matching };
}

function conditionsOf(tenant: Tenant, filter: PurchaseOrderFilter): { scope: Condition; indexed: Condition[]; filters: Condition[] } {
  const { view } = filter;
  const shelf = view === 'archived' || filter.archived === 'yes' ? sql`archived_at is not null` : sql`archived_at is null`;
  const indexed: Condition[] = [];
  const filters: Condition[] = [];
  if (filter.status) indexed.push(sql`status = ${filter.status}`);
  if (view === 'open') indexed.push(sql`status in ('pending', 'hold', 'received')`);
  if (filter.vendor) indexed.push(sql`vendor_name = ${filter.vendor}`);
  if (filter.source) indexed.push(isFrom(tenant, filter.source));
  if (filter.warehouse) indexed.push(sql`mapped_warehouse = ${filter.warehouse}`);
  if (view === 'attention' || filter.issue) indexed.push(sql`open_issues > 0`);
  if (filter.issue && filter.issue !== anyIssue) filters.push(hasIssue(filter.issue));
  if (view === 'late' || filter.overdue === 'yes') indexed.push(isOverdue(tenant));
  const expected = expectedBetween(tenant, filter);
  if (expected.length > 0) indexed.push(sql.join(expected, sql` and `));
  if (filter.assigned) indexed.push(isAssignedTo(tenant, 'purchase_order', sql`id`));
  if (filter.lot) indexed.push(hasLine(tenant, ['lot_number'], filter.lot));
  if (filter.sku) indexed.push(hasLine(tenant, ['sku', 'mapped_sku'], filter.sku));
  return { scope: sql`deleted_at is null and ${shelf}`, indexed, filters };
}

function isFrom({ accountId }: Tenant, source: string): Condition {
  if (source === manualSource) return sql`connection_id is null`;
  return sql`connection_id = (select id from connections where account_id = ${accountId} and slug = ${source} and 'purchaseOrders' = any(capabilities)
    order by disconnected_at nulls first, id desc limit 1)`;
}

const hasIssue = (type: string): Condition =>
  sql`exists (select from issues i where i.account_id = purchase_orders.account_id and i.purchase_order_id = purchase_orders.id and i.closed_at is null and i.type = ${type})`;

/** So many of the newest with a SKU or lot are looked at: an array, which is looked up by key. */
const mostOfOneItem = 10_000;

/** Each column by its own index, backwards. */
function hasLine({ accountId }: Tenant, columns: readonly ('sku' | 'mapped_sku' | 'lot_number')[], value: string): Condition {
  const newest = columns.map((column) => {
    const text = sql`${sql.ref(`l.${column}`)} collate "C"`;
    return sql`(select l.purchase_order_id from purchase_order_lines l where l.account_id = ${accountId} and ${text} = ${value}
      order by ${text} desc, l.purchase_order_id desc limit ${mostOfOneItem})`;
  });
  return sql`id = any(array(${sql.join(newest, sql` union `)}))`;
}

function expectedBetween({ accountId }: Tenant, { expected_from, expected_to }: PurchaseOrderFilter): Condition[] {
  const midnight = (day: string, days: number) =>
    sql`((${day}::date + ${days}::int)::timestamp at time zone (select timezone from accounts where id = ${accountId}))`;
  return [
    ...(expected_from ? [sql`expected_at >= ${midnight(expected_from, 0)}`] : []),
    ...(expected_to ? [sql`expected_at < ${midnight(expected_to, 1)}`] : []),
  ];
}
