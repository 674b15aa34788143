import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Kind } from '../../nouns/catalogue/kinds.ts';
import { findItems, itemsBySku } from '../../nouns/catalogue/queries.ts';
import { rankedOrders } from '../../nouns/orders/words/find-orders.ts';
import { searchPurchaseOrders } from '../../nouns/purchase-orders/found.ts';
import type { FoundCount, FoundInAll, FoundOrder } from './contract.ts';
import type { EntityType } from './entity.ts';

type Row = Columns<
  'orders',
  'id' | 'order_number' | 'source_order_number' | 'order_status' | 'customer_name' | 'customer_email' | 'order_date'
> &
  Pick<FoundOrder, 'order_source' | 'source_name'> & { is_equal: boolean };

/** How many orders a search returns at most. */
export const shownOrders = 50;
/** Search terms of deleted orders are removed a moment later: read this many to skip them. */
const lookedAt = 100;

/**
 * The best orders for a query, archived ones included, at most `most`: one with exactly this number first, then the newest that are
 * found by numbers, names and e-mail, then those found by products and address.
 */
export async function searchOrders(tenant: Tenant, query: string, most = shownOrders): Promise<(FoundOrder & { is_equal: boolean })[]> {
  // As an array, which is looked up by key: for a set, the planner expects that a scan by date finds fifty soon.
  return readPrepared(
    tenant,
    sql<Row>`
    with ranked as materialized (${rankedOrders(query, lookedAt)})
    select o.id, o.order_number, o.source_order_number, o.order_status, c.slug as order_source, c.name as source_name, o.customer_name,
      o.customer_email, o.order_date,
      own.is_equal or source.is_equal as is_equal
    from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    join ranked r on r.id = o.id
    cross join lateral (select lower(o.source_order_number) = typed or lower(o.source_ref_num) is not distinct from typed
      or lower(o.amware_ref_num) is not distinct from typed as is_equal
      from (select lower(${query.trim()}::text) as typed) as query) as source
    cross join lateral (select own_number_in(lower(${query.trim()}::text)) = o.id::text as is_equal) as own
    where ${inAccount(tenant, 'o')} and o.id = any(array(select id from ranked)) and o.deleted_at is null
    order by case when source.is_equal then 0 when own.is_equal then 1 else 2 + r.rank end, o.order_date desc, o.id desc limit ${most}`,
  );
}

/** What is found is counted so far; beyond it, that there are more. */
const countedAtMost = 20;
/** So many of each kind are offered while somebody types. */
const offeredOrders = 6;
const offeredItems = 4;

/** The best few orders, purchase orders, products and raw materials, and how many there are of each. */
export async function searchAll(tenant: Tenant, query: string): Promise<FoundInAll> {
  const [orders, purchase_orders, products, raw_materials] = await Promise.all([
    firstOrders(tenant, query),
    firstPurchaseOrders(tenant, query),
    firstItems(tenant, 'products', query),
    firstItems(tenant, 'raw_materials', query),
  ]);
  return { orders, purchase_orders, products, raw_materials };
}

/** How many records of a kind are found. */
export async function countFound(tenant: Tenant, entity: EntityType, query: string): Promise<FoundCount> {
  const { count, more } = await firstOf(tenant, entity, query);
  return { count, more };
}

function firstOf(tenant: Tenant, entity: EntityType, query: string): Promise<FoundInAll[EntityType]> {
  if (entity === 'orders') return firstOrders(tenant, query);
  return entity === 'purchase_orders' ? firstPurchaseOrders(tenant, query) : firstItems(tenant, entity, query);
}

async function firstOrders(tenant: Tenant, query: string): Promise<FoundInAll['orders']> {
  const orders = await searchOrders(tenant, query, countedAtMost + 1);
  return { ...counted(orders.length), first: orders.slice(0, offeredOrders).map(({ is_equal: _, ...order }) => order) };
}

async function firstPurchaseOrders(tenant: Tenant, query: string): Promise<FoundInAll['purchase_orders']> {
  const orders = await searchPurchaseOrders(tenant, query, countedAtMost + 1);
  return { ...counted(orders.length), first: orders.slice(0, offeredItems).map(({ is_equal: _, ...order }) => order) };
}

async function firstItems(tenant: Tenant, kind: Kind, query: string): Promise<FoundInAll['products']> {
  if (query.trim() === '') return { count: 0, more: false, first: [] };
  const { data, total, scanned } = await findItems(tenant, kind, { ...itemsBySku, search: query.trim(), page: 1, perPage: offeredItems });
  const { count, more } = counted(total);
  // Where not all were scanned, there may be others.
  return { count, more: more || (scanned !== null && count > 0), first: data };
}

/** Counts up to twenty. */
export const counted = (found: number): FoundCount => ({ count: Math.min(found, countedAtMost), more: found > countedAtMost });
