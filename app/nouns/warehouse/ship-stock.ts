import { type RawBuilder, sql } from 'kysely';
import type { WarehouseShipment } from '../../../connectors/contract.ts';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { settleLowStock } from '../catalogue/items/low-stock.ts';
import { queueStockOfSkus } from '../stock-out/queue.ts';

/**
 * Takes what was shipped off the shelves, of the same lot, from where most is allocated, then from what is free: what a count that is
 * older than the parcel cannot know. Has the channels told, and opens issues of low stock. The next count replaces it. What is available
 * does not change, because the units were allocated, or are promised until a count knows of their order. Call it for parcels that are new.
 */
export async function shipStock(tenant: Tenant, connectionId: number, parcels: WarehouseShipment[]): Promise<void> {
  const shipped = parcels.flatMap(({ shippedAt, lines }) =>
    lines.map(({ sku, lot, quantity }) => ({ sku, lot: lot ?? '', quantity, shippedAt })),
  );
  if (shipped.length === 0) return;
  const { rows } = await sql<Columns<'stock_levels', 'sku'> & { is_low: boolean }>`
    with ${unitsOff(tenant, connectionId, shipped)},
    changed as (
      update stock_levels s set on_hand = s.on_hand - t.off, allocated = s.allocated - t.off_held, taken_at = t.at
      from taken t where t.off > 0 and ${inAccount(tenant, 's')} and s.connection_id = ${connectionId}
        and (s.sku, s.warehouse, s.location, s.lot) = (t.sku, t.warehouse, t.location, t.lot)
        -- A count that is stored at this moment may know of the parcel.
        and s.taken_at < t.at
      returning s.sku, s.warehouse, s.location, s.lot, s.on_hand, s.allocated, s.on_hold, s.available, s.taken_at, t.off
    ),
    recorded as (
      insert into stock_changes (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
      select ${tenant.accountId}, ${connectionId}, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at
        from changed
    ),
    total as (select sku, sum(off)::int as off from changed group by 1),
    -- By SKU, as everybody locks products.
    locked as materialized (
      select p.id, total.off from products p join total on total.sku = p.sku where ${inAccount(tenant, 'p')} order by p.sku collate "C"
        for no key update of p
    )
    update products p set quantity_on_hand = p.quantity_on_hand - locked.off from locked where ${inAccount(tenant, 'p')}
      and p.id = locked.id
    returning p.sku, coalesce(p.in_stock < p.reorder_point, false) as is_low`.execute(tenant.db);
  if (rows.length > 0) notify(tenant, 'products');
  await queueStockOfSkus(
    tenant,
    rows.map(({ sku }) => sku),
  );
  if (rows.some(({ is_low }) => is_low)) await settleLowStock(tenant);
}

type Shipped = { sku: string; lot: string; quantity: number; shippedAt: Date };

/** How many units come off which places, as `taken`: of those that the warehouse held for the parcel first. */
const unitsOff = (tenant: Tenant, connectionId: number, shipped: Shipped[]): RawBuilder<unknown> => sql`
  sent as (
    select sku, lot, sum(quantity)::int as units, max("shippedAt") as at
    from json_to_recordset(${JSON.stringify(shipped)}::json) as line (sku text, lot text, quantity int, "shippedAt" timestamptz)
      group by 1, 2
  ),
  level as (
    select s.*, sent.units, sent.at, least(s.allocated, s.on_hand) as held, greatest(s.on_hand - s.on_hold - s.allocated, 0) as loose
    from sent join stock_levels s on ${inAccount(tenant, 's')} and s.connection_id = ${connectionId} and s.sku = sent.sku
      and s.lot = sent.lot
      and s.taken_at < sent.at
  ),
  place as (
    select *, sum(held) over all_of_it as held_in_all, coalesce(sum(held) over before_it, 0) as held_before,
      coalesce(sum(loose) over before_it, 0) as loose_before
    from level window all_of_it as (partition by sku, lot),
      before_it as (partition by sku, lot order by allocated desc, warehouse, location rows between unbounded preceding and 1 preceding)
  ),
  part as (
    select *, least(held, greatest(units - held_before, 0))::int as off_held,
      least(loose, greatest(units - held_in_all - loose_before, 0))::int as off_loose from place
  ),
  taken as (select *, off_held + off_loose as off from part)`;
