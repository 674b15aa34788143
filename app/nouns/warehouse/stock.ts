import { sql } from 'kysely';
import type { StockRow } from '../../../connectors/contract.ts';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { settleLowStock } from '../catalogue/items/low-stock.ts';
import type { Kind } from '../catalogue/kinds.ts';
import { retryOutOfStock } from '../order-flow/release/retry-when-mended.ts';
import { queueStockOfSkus } from '../stock-out/queue.ts';

/** Stores rows of a stock snapshot, by warehouse, location and lot. Every change is kept with its time. */
export async function storeStock(
  tenant: Tenant,
  connectionId: number,
  rows: StockRow[],
  takenAt: Date,
): Promise<{ done: number; skipped: number }> {
  const { rows: changed } = await sql<Columns<'stock_changes', 'sku'>>`
    with sent as (
      select distinct on (sku, "warehouseId", location, coalesce(lot, '')) sku, "warehouseId" as warehouse, location,
        coalesce(lot, '') as lot,
        "onHand" as on_hand, allocated, "onHold" as on_hold, available
      from json_to_recordset(${JSON.stringify(rows)}::json) as row (sku text, "warehouseId" text, location text, lot text, "onHand" int,
        allocated int, "onHold" int, available int)
    ),
    differing as (
      select sent.* from sent left join stock_levels s on ${inAccount(tenant, 's')} and s.connection_id = ${connectionId}
        and (s.sku, s.warehouse, s.location, s.lot) = (sent.sku, sent.warehouse, sent.location, sent.lot)
      where (s.taken_at is null or s.taken_at <= ${takenAt})
        and (s.on_hand, s.allocated, s.on_hold, s.available) is distinct from (sent.on_hand, sent.allocated, sent.on_hold, sent.available)
    ),
    kept as (
      insert into stock_levels (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
      select ${tenant.accountId}, ${connectionId}, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, ${takenAt}
        from sent
      on conflict (account_id, connection_id, sku, warehouse, location, lot) do update set on_hand = excluded.on_hand,
        allocated = excluded.allocated, on_hold = excluded.on_hold, available = excluded.available, taken_at = excluded.taken_at
        where stock_levels.taken_at <= excluded.taken_at
    )
    insert into stock_changes (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
    select ${tenant.accountId}, ${connectionId}, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, ${takenAt}
      from differing
    returning sku`.execute(tenant.db);
  return { done: changed.length, skipped: rows.length - changed.length };
}

/**
 * After the last page: sets stock that the snapshot no longer lists to zero, updates the totals of products and raw materials, frees
 * what was promised to orders that it already counts as allocated, has the channels told, and retries orders that waited for stock.
 */
export async function finishSnapshot(tenant: Tenant, connectionId: number, takenAt: Date): Promise<void> {
  // First: items that are being stored are waited for.
  await sql`update streams set counted_at = ${takenAt} where ${inAccount(tenant)} and connection_id = ${connectionId}
    and stream = 'stock'`.execute(tenant.db);
  await sql`
    with gone as (
      update stock_levels set on_hand = 0, allocated = 0, on_hold = 0, available = 0, taken_at = ${takenAt}
      where ${inAccount(tenant)} and connection_id = ${connectionId} and taken_at < ${takenAt}
        and (on_hand, allocated, on_hold, available) <> (0, 0, 0, 0)
      returning sku, warehouse, location, lot
    )
    insert into stock_changes (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
    select ${tenant.accountId}, ${connectionId}, sku, warehouse, location, lot, 0, 0, 0, 0, ${takenAt} from gone`.execute(tenant.db);
  const changed = [...(await sumUp(tenant, 'products', connectionId, takenAt)), ...(await freeCounted(tenant, takenAt))];
  const materials = await sumUp(tenant, 'raw_materials', connectionId, takenAt);
  if (changed.length > 0) notify(tenant, 'products');
  if (materials.length > 0) notify(tenant, 'raw_materials');
  await queueStockOfSkus(tenant, changed);
  if (changed.length > 0 || materials.length > 0) await settleLowStock(tenant);
  await retryOutOfStock(tenant, [...new Set(changed)]);
}

/**
 * Stores items, and sums up the stock of those that the last count has rows of, so that they need not wait for the next one. A count that
 * ends in the meantime waits, or is waited for: otherwise neither would see the other.
 */
export async function storeWithStock<T>(
  tenant: Tenant,
  connectionId: number,
  skus: readonly string[],
  store: () => Promise<T>,
): Promise<T> {
  const { rows } = await sql<Columns<'streams', 'counted_at'>>`
    select counted_at from streams where ${inAccount(tenant)} and connection_id = ${connectionId} and stream = 'stock'
      for update`.execute(tenant.db);
  const stored = await store();
  const takenAt = rows[0]?.counted_at;
  if (!takenAt || skus.length === 0) return stored;
  const products = await sumUp(tenant, 'products', connectionId, takenAt, skus);
  await sumUp(tenant, 'raw_materials', connectionId, takenAt, skus);
  await queueStockOfSkus(tenant, products);
  return stored;
}

/** Sums up the stock of each item where that differs, or of those among these SKUs that were never summed up. Returns their SKUs. */
async function sumUp(tenant: Tenant, kind: Kind, connectionId: number, takenAt: Date, fresh?: readonly string[]): Promise<string[]> {
  const isFresh = fresh ? sql`sku = any(${fresh}::text[])` : sql`true`;
  const toPromise = kind === 'products' ? sql`, to_promise = greatest(t.available - p.quantity_promised, 0)` : sql``;
  const { rows } = await sql<Columns<'products', 'sku'>>`
    with totals as (
      select sku, sum(on_hand)::int as on_hand, sum(on_hold)::int as on_hold, sum(available)::int as available
      from stock_levels where ${inAccount(tenant)} and connection_id = ${connectionId} and ${isFresh} group by sku
    ),
    -- In one order everywhere, so that two writers do not wait for each other.
    differing as materialized (
      select p.id from ${sql.table(kind)} p join totals t on t.sku = p.sku
      where ${inAccount(tenant, 'p')} and (p.stock_taken_at is null ${fresh ? sql`` : differs})
      order by p.sku collate "C" for no key update of p
    )
    update ${sql.table(kind)} p set quantity_on_hand = t.on_hand, quantity_on_hold = t.on_hold, quantity_available = t.available,
      stock_taken_at = ${takenAt}${toPromise}
    from totals t where ${inAccount(tenant, 'p')} and p.sku = t.sku and p.id in (select id from differing)
    returning p.sku`.execute(tenant.db);
  return rows.map(({ sku }) => sku);
}

const differs = sql`or (p.quantity_on_hand, p.quantity_on_hold, p.quantity_available) is distinct from (t.on_hand, t.on_hold, t.available)`;

/** Frees what was promised to orders that the warehouse accepted before this snapshot: it has allocated their stock. Returns the SKUs. */
async function freeCounted(tenant: Tenant, takenAt: Date): Promise<string[]> {
  const { rows } = await sql<Columns<'products', 'sku'>>`
    with counted as (
      delete from reservations where ${inAccount(tenant)} and accepted_at < ${takenAt} returning product_id
    )
    select p.sku from products p where ${inAccount(tenant, 'p')} and p.id in (select product_id from counted)`.execute(tenant.db);
  return rows.map(({ sku }) => sku);
}
