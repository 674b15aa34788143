import { sql } from 'kysely';
import type { StockRow } from '../../../connectors/contract.ts';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { settleExpiring } from '../stock-out/not-offered/expiring.ts';
import { queueStockOfSkus } from '../stock-out/queue.ts';
import { isAhead, readLatest } from './lock-count.ts';

/** So many serial numbers of a place are kept: a person reads none of the others. */
const mostSerials = 100;

/** Stores when goods of these rows of a snapshot expire, and their serial numbers. Rows that say neither cost nothing. */
export async function storeLots(tenant: Tenant, connectionId: number, rows: StockRow[], takenAt: Date): Promise<void> {
  const kept = rows.filter(({ expiresOn, serials = [] }) => expiresOn || serials.length > 0);
  if (kept.length === 0) return;
  const given = kept.map(({ sku, warehouseId, location, lot, expiresOn, serials = [] }) => ({
    ...{ sku, warehouse: warehouseId, location, lot: lot ?? '', expires_on: expiresOn ?? null },
    serials: serials.slice(0, mostSerials),
  }));
  const latest = await readLatest(tenant);
  await sql`
    insert into stock_lots (account_id, connection_id, sku, warehouse, location, lot, expires_on, serials, taken_at)
    select distinct on (sku, warehouse, location, lot) ${tenant.accountId}::bigint, ${connectionId}::bigint, sku, warehouse, location, lot,
      expires_on, serials, ${takenAt}::timestamptz
    from json_to_recordset(${JSON.stringify(given)}::json) as row (sku text, warehouse text, location text, lot text, expires_on date,
      serials text[])
    order by sku, warehouse, location, lot
    on conflict (account_id, connection_id, sku, warehouse, location, lot) do update set expires_on = excluded.expires_on,
      serials = excluded.serials, taken_at = excluded.taken_at
      where stock_lots.taken_at <= excluded.taken_at or ${isAhead('stock_lots.taken_at', latest)}`.execute(tenant.db);
  const skus = [...new Set(kept.map(({ sku }) => sku))];
  await settleExpiring(tenant, sql`l.connection_id = ${connectionId} and l.sku = any(${skus}::text[])`);
}

/**
 * After the last page, once the count has taken effect: forgets places of which it says nothing more, and takes over the units of the
 * others, together with the totals of products. Has the channels told of goods that they are not offered and that became more or fewer.
 */
export async function finishLots(tenant: Tenant, connectionId: number, takenAt: Date): Promise<void> {
  const isGone = sql`(l.taken_at < ${takenAt} or ${isAhead('l.taken_at')})`;
  // As settleExpiring locks them.
  await sql`
    select from stock_lots l where ${inAccount(tenant, 'l')} and l.connection_id = ${connectionId} and (${isGone} or exists (
      select from stock_levels s where ${inAccount(tenant, 's')} and ${hasOtherUnits}))
    order by l.sku, l.connection_id, l.warehouse, l.location, l.lot for no key update of l`.execute(tenant.db);
  const gone = await sql<Columns<'stock_lots', 'sku' | 'is_offered'>>`
    delete from stock_lots l where ${inAccount(tenant, 'l')} and l.connection_id = ${connectionId} and ${isGone}
    returning l.sku, l.is_offered`.execute(tenant.db);
  const counted = await sql<Columns<'stock_lots', 'sku' | 'is_offered'>>`
    update stock_lots l set available = s.available from stock_levels s
    where ${inAccount(tenant, 'l')} and l.connection_id = ${connectionId} and ${inAccount(tenant, 's')} and ${hasOtherUnits}
    returning l.sku, l.is_offered`.execute(tenant.db);
  const changed = [...gone.rows, ...counted.rows].flatMap(({ sku, is_offered }) => (is_offered ? [] : sku));
  await queueStockOfSkus(tenant, changed);
}

/** A lot `l` whose place `s` has other units by now. */
const hasOtherUnits = sql`(s.connection_id, s.sku, s.warehouse, s.location, s.lot)
  = (l.connection_id, l.sku, l.warehouse, l.location, l.lot) and s.available <> l.available`;
