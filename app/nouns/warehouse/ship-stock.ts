import { sql } from 'kysely';
import type { WarehouseShipment } from '../../../connectors/contract.ts';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { idsOf } from '../../../platform/ids.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { writeEventOfEach } from '../../shared/webhooks/events/write.ts';
import { settleLowStock } from '../catalogue/items/low-stock.ts';
import { queueStockOfSkus } from '../stock-out/queue.ts';
import { asRows, lastDepartures, placesOf, recordDepartures, recordShort } from './departures.ts';
import { lockCount } from './lock-count.ts';
import { type Lowered, takeOff } from './take-off.ts';

/**
 * Takes off the shelves what was shipped after the last count began, which cannot know of it. Has the channels told, and opens issues of
 * low stock. What is available does not change by a parcel of an order: its units were allocated, or are promised until a count knows of
 * it. What left in a parcel `ofNobody`, by its remote id, was promised to nobody. A parcel that is told twice is taken off once.
 */
export async function shipStock(
  tenant: Tenant,
  connectionId: number,
  parcels: readonly WarehouseShipment[],
  ofNobody: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (!parcels.some(({ lines }) => lines.length > 0)) return;
  const { begun_at, is_ahead } = await lockCount(tenant, connectionId);
  // Of a count that is dated in the future nobody knows what it has: all is taken off.
  const departures = await recordDepartures(tenant, connectionId, parcels, ofNobody, is_ahead ? null : begun_at);
  if (begun_at === null || departures.length === 0) return;
  const { lowered, short } = takeOff(await placesOf(tenant, connectionId, departures), departures);
  await recordShort(tenant, connectionId, short);
  const products = lowered.length > 0 ? await lower(tenant, connectionId, lowered) : [];
  if (products.length > 0) notify(tenant, 'products');
  await queueStockOfSkus(
    tenant,
    departures.map(({ sku }) => sku),
  );
  if (products.some(({ is_low }) => is_low)) await settleLowStock(tenant);
}

type Product = Columns<'products', 'id' | 'sku'> & { is_low: boolean };

async function lower(tenant: Tenant, connectionId: number, lowered: readonly Lowered[]): Promise<Product[]> {
  const off = JSON.stringify(await lowerPlaces(tenant, connectionId, lowered));
  const { rows } = await sql<Product>`
    with locked as materialized (
      -- By SKU, as everybody locks products.
      select p.id, total.off, total.unavailable
      from json_to_recordset(${off}::json) as total (sku text, off int, unavailable int)
      join products p on ${inAccount(tenant, 'p')} and p.sku = total.sku order by p.sku collate "C" for no key update of p
    )
    update products p set quantity_on_hand = p.quantity_on_hand - locked.off,
      quantity_available = p.quantity_available - locked.unavailable,
      to_promise = case when locked.unavailable = 0 then p.to_promise when p.to_promise is not null
        then greatest(p.quantity_available - locked.unavailable - p.quantity_promised, 0) end
    from locked where ${inAccount(tenant, 'p')} and p.id = locked.id
    returning p.id, p.sku, coalesce(p.in_stock < p.reorder_point, false) as is_low`.execute(tenant.db);
  await writeEventOfEach(tenant, 'stock.changed', idsOf(rows));
  return rows;
}

/** Returns of each SKU how much less there is. A statement of its own: several nodes lock nothing by what another part of it changed. */
async function lowerPlaces(tenant: Tenant, connectionId: number, lowered: readonly Lowered[]): Promise<object[]> {
  const { rows } = await sql<object>`
    with changed as (
      update stock_levels s set on_hand = l.on_hand, allocated = l.allocated, available = l.available from ${asRows(lowered)}
      where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId}
        and (s.sku, s.warehouse, s.location, s.lot) = (l.sku, l.warehouse, l.location, l.lot)
      returning s.sku, s.warehouse, s.location, s.lot, s.on_hand, s.allocated, s.on_hold, s.available, l.off, l.unavailable
    ),
    recorded as (
      insert into stock_changes (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
      select ${tenant.accountId}, ${connectionId}, changed.sku, warehouse, location, lot, on_hand, allocated, on_hold, available, last.at
        from changed join (${lastDepartures(tenant, connectionId)}) as last on last.sku = changed.sku returning 1
    )
    select sku, sum(off)::int as off, sum(unavailable)::int as unavailable from changed group by 1`.execute(tenant.db);
  return rows;
}
