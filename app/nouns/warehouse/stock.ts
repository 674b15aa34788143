import { type RawBuilder, sql } from 'kysely';
import type { StockRow } from '../../../connectors/contract.ts';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { closeIssues } from '../../shared/issues/commands.ts';
import { settleLowStock } from '../catalogue/items/low-stock.ts';
import { retryOutOfStock } from '../order-flow/release/retry-when-mended.ts';
import { skusReceived } from '../stock-out/not-offered/received.ts';
import { queueStock, queueStockOfSkus } from '../stock-out/queue.ts';
import { asRows, departedSince, lastDepartures, placesOf, recordShort } from './departures.ts';
import { type Count, isAhead, lockCount, readLatest } from './lock-count.ts';
import { findShortage, holdBack } from './shortage.ts';
import { lockToSumUp, sumUp } from './sum-up.ts';
import { takeOff } from './take-off.ts';

/**
 * Keeps rows of a count that is being read, by warehouse, location and lot, in place of those of one that began earlier and did not
 * end. They take effect together when it ends. `done`: how many differ from what is known.
 */
export async function storeStock(
  tenant: Tenant,
  connectionId: number,
  rows: readonly StockRow[],
  takenAt: Date,
): Promise<{ done: number; skipped: number }> {
  const latest = await readLatest(tenant);
  const { rows: differing } = await sql`
    with sent as (
      select distinct on (sku, "warehouseId", location, coalesce(lot, '')) sku, "warehouseId" as warehouse, location,
        coalesce(lot, '') as lot, "onHand" as on_hand, allocated, "onHold" as on_hold, available
      from json_to_recordset(${JSON.stringify(rows)}::json) as row (sku text, "warehouseId" text, location text, lot text, "onHand" int,
        allocated int, "onHold" int, available int)
    ),
    kept as (
      insert into counted_rows (account_id, connection_id, begun_at, sku, warehouse, location, lot, on_hand, allocated, on_hold, available)
      select ${tenant.accountId}, ${connectionId}, ${takenAt}, sku, warehouse, location, lot, on_hand, allocated, on_hold, available
        from sent
      on conflict (account_id, connection_id, sku, warehouse, location, lot) do update set on_hand = excluded.on_hand,
        allocated = excluded.allocated, on_hold = excluded.on_hold, available = excluded.available, begun_at = excluded.begun_at
        where counted_rows.begun_at <= excluded.begun_at or ${isAhead('counted_rows.begun_at', latest)}
    )
    select from sent left join stock_levels s on ${inAccount(tenant, 's')} and s.connection_id = ${connectionId}
      and ${isSamePlace('sent')}
      where ${figures('s')} is distinct from ${figures('sent')}`.execute(tenant.db);
  return { done: differing.length, skipped: rows.length - differing.length };
}

const isSamePlace = (other: string) =>
  sql`(s.sku, s.warehouse, s.location, s.lot) = (${columnsOf(other, ['sku', 'warehouse', 'location', 'lot'])})`;
const figures = (of: string) => sql`(${columnsOf(of, ['on_hand', 'allocated', 'on_hold', 'available'])})`;
const columnsOf = (of: string, names: string[]) => sql.join(names.map((name) => sql.ref(`${of}.${name}`)));

/**
 * After the last page. Returns whether the count is used: it is not where a newer one is, nor, until a person looks at it or those of a
 * whole day were the same, where it suddenly names few products. `takenUntil`: no figure is of after.
 */
export async function finishSnapshot(tenant: Tenant, connectionId: number, takenAt: Date, takenUntil = takenAt): Promise<boolean> {
  const last = await lockCount(tenant, connectionId);
  if (last.begun_at !== null && last.begun_at > takenAt && !last.is_ahead) return false;
  const shortage = last.is_long_short ? undefined : await findShortage(tenant, connectionId, takenAt);
  if (shortage) await holdBack(tenant, connectionId, { takenAt, takenUntil, isFirst: last.begun_at === null }, shortage);
  else await applyCount(tenant, connectionId, { takenAt, takenUntil, last });
  return !shortage;
}

/**
 * What was counted is what lies there, without what is known to have left since the count began, and nothing lies where it names nothing.
 * Updates the totals of products and raw materials, frees what was promised to orders that the count has as allocated, has the channels
 * told, and retries orders that waited for stock. Call it with the count locked; `last`: as it was then.
 */
export async function applyCount(
  tenant: Tenant,
  connectionId: number,
  { takenAt, takenUntil, last }: { takenAt: Date; takenUntil: Date; last: Count },
): Promise<void> {
  await sql`update stock_counts set begun_at = ${takenAt}, ended_at = ${takenUntil}, short_since = null, short_begun_at = null,
      short_ended_at = null
    where ${inAccount(tenant)} and connection_id = ${connectionId}`.execute(tenant.db);
  await closeIssues(tenant, { connectionId, types: ['short_count'] });
  await takeOffCounted(tenant, connectionId, takenAt);
  const moved = await writeLevels(tenant, connectionId, takenAt);
  await sql`delete from counted_rows where ${inAccount(tenant)} and connection_id = ${connectionId}
    and (begun_at <= ${takenAt} or ${isAhead('begun_at')})`.execute(tenant.db);
  await storeNone(tenant, connectionId);
  const promised = await promisedBefore(tenant, connectionId, takenAt);
  await lockToSumUp(tenant, connectionId, promised);
  const changed = [
    ...(await sumUp(tenant, 'products', connectionId, takenAt)),
    ...(await freeCounted(tenant, connectionId, takenAt, promised)),
  ];
  const materials = await sumUp(tenant, 'raw_materials', connectionId, takenAt);
  if (changed.length > 0) notify(tenant, 'products');
  if (materials.length > 0) notify(tenant, 'raw_materials');
  // Before its first count, nothing is told, whatever changed.
  if (last.begun_at === null) await queueStock(tenant, { meant: sql`true` });
  // What is told also depends on where goods lie, and on which receipts are in the count, though their sum is as before.
  else await queueStockOfSkus(tenant, [...changed, ...moved, ...(await skusReceived(tenant, connectionId, last.ended_at, takenUntil))]);
  if (changed.length > 0 || materials.length > 0) await settleLowStock(tenant);
  await retryOutOfStock(tenant, [...new Set(changed)]);
}

async function takeOffCounted(tenant: Tenant, connectionId: number, takenAt: Date): Promise<void> {
  const departures = await departedSince(tenant, connectionId, takenAt);
  if (departures.length === 0) return;
  const { lowered, short } = takeOff(await placesOf(tenant, connectionId, departures, takenAt), departures);
  await recordShort(tenant, connectionId, short);
  await sql`update counted_rows s set on_hand = l.on_hand, allocated = l.allocated, available = l.available from ${asRows(lowered)}
    where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId} and s.begun_at = ${takenAt}
      and ${isSamePlace('l')}`.execute(tenant.db);
}

/** Every change is kept with its time. Returns the SKUs. */
async function writeLevels(tenant: Tenant, connectionId: number, takenAt: Date): Promise<string[]> {
  const { rows } = await sql<Columns<'stock_changes', 'sku'>>`
    with counted as (
      select * from counted_rows where ${inAccount(tenant)} and connection_id = ${connectionId} and begun_at = ${takenAt}
    ),
    stored as (
      insert into stock_levels (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available)
      select ${tenant.accountId}, ${connectionId}, c.sku, c.warehouse, c.location, c.lot, c.on_hand, c.allocated, c.on_hold, c.available
        from counted c left join stock_levels s on ${inAccount(tenant, 's')} and s.connection_id = ${connectionId}
          and ${isSamePlace('c')}
        where ${figures('s')} is distinct from ${figures('c')}
      on conflict (account_id, connection_id, sku, warehouse, location, lot) do update set on_hand = excluded.on_hand,
        allocated = excluded.allocated, on_hold = excluded.on_hold, available = excluded.available
      returning sku, warehouse, location, lot, on_hand, allocated, on_hold, available
    ),
    emptied as (
      update stock_levels s set on_hand = 0, allocated = 0, on_hold = 0, available = 0
      where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId} and ${figures('s')} <> (0, 0, 0, 0)
        and not exists (select from counted c where ${isSamePlace('c')})
      returning sku, warehouse, location, lot, on_hand, allocated, on_hold, available
    )
    insert into stock_changes (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
    select ${tenant.accountId}, ${connectionId}, each.sku, warehouse, location, lot, on_hand, allocated, on_hold, available,
      greatest(${takenAt}::timestamptz, last.at)
    from (select * from stored union all select * from emptied) as each
    left join (${lastDepartures(tenant, connectionId)}) as last on last.sku = each.sku
    returning sku`.execute(tenant.db);
  return rows.map(({ sku }) => sku);
}

/**
 * What an earlier warehouse counted and this one does not name is not there: there is none of it. Otherwise the earlier count would go on
 * to be offered and promised.
 */
async function storeNone(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`
    insert into stock_levels (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available)
    select distinct ${tenant.accountId}::bigint, ${connectionId}::bigint, former.sku, '', '', '', 0, 0, 0, 0
    from connections c join stock_levels former on ${inAccount(tenant, 'former')} and former.connection_id = c.id
    where ${inAccount(tenant, 'c')} and c.id <> ${connectionId} and c.disconnected_at is not null and 'warehouse' = any(c.capabilities)
      and not exists (select from stock_levels s where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId}
        and s.sku = former.sku)
    on conflict do nothing`.execute(tenant.db);
}

/** Reservations `r` that a count frees. */
const isFreed = (tenant: Tenant, connectionId: number, takenAt: Date) => sql`
  r.accepted_at < ${takenAt} and not exists (${withAnother(tenant, connectionId)})`;

/** The products of what it frees. */
async function promisedBefore(tenant: Tenant, connectionId: number, takenAt: Date): Promise<number[]> {
  const { rows } = await sql<Columns<'reservations', 'product_id'>>`
    select distinct r.product_id from reservations r
    where ${inAccount(tenant, 'r')} and ${isFreed(tenant, connectionId, takenAt)}`.execute(tenant.db);
  return rows.map(({ product_id }) => product_id);
}

/**
 * Frees what was promised of these products to orders that this warehouse accepted before its count: it has allocated their stock. Who
 * changes one of these orders waits for products that this count has changed, so that one is left to the next count. Returns the SKUs.
 */
async function freeCounted(tenant: Tenant, connectionId: number, takenAt: Date, products: readonly number[]): Promise<string[]> {
  const { rows } = await sql<Columns<'products', 'sku'>>`
    with free as materialized (
      select r.order_id, r.product_id, r.part from reservations r
      where ${inAccount(tenant, 'r')} and ${isFreed(tenant, connectionId, takenAt)}
        and r.product_id = any(${products}::bigint[]) for update of r skip locked
    ),
    counted as (
      delete from reservations r using free where ${inAccount(tenant, 'r')}
        and (r.order_id, r.product_id, r.part) = (free.order_id, free.product_id, free.part) returning r.product_id
    )
    select p.sku from products p where ${inAccount(tenant, 'p')} and p.id in (select product_id from counted)`.execute(tenant.db);
  return rows.map(({ sku }) => sku);
}

/** Another warehouse that counts has the order of a reservation `r`: it allocates the stock of its own. */
const withAnother = (tenant: Tenant, connectionId: number): RawBuilder<unknown> => sql`
  select from orders o join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
  join connections c on ${inAccount(tenant, 'c')} and c.id = w.connection_id and c.disconnected_at is null
  where ${inAccount(tenant, 'o')} and o.id = r.order_id and w.connection_id <> ${connectionId}`;
