import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { queueListingsAnew } from '../../../stock-out/queue.ts';
import { isSold } from '../../conditions.ts';
import type { Source, StoredOrder } from '../order-rows.ts';
import { isEnded } from '../rules.ts';

/*
 * A channel that takes what it sells off its quantity, and puts back what it cancels, no longer has the one that it was told. It is told
 * anew, whatever that was: as much may have come as it sold, and what it cancelled may leave all the same.
 */

/** After orders came that are new here. */
export async function followSales(tenant: Tenant, { connectionId, movesStock }: Source, stored: StoredOrder[]): Promise<void> {
  if (!movesStock) return;
  const sold = stored.flatMap(({ order }) => (isEnded(order) ? [] : [...unitsBySku(order).keys()]));
  await queueListingsAnew(tenant, connectionId, sold);
}

type Changed = StoredOrder & { wasCancelled: boolean };

/** Before changes of known orders are stored: of the SKUs of which the channel has another number in them by now. */
export async function followChangedSales(tenant: Tenant, { connectionId, movesStock }: Source, changed: Changed[]): Promise<void> {
  if (!movesStock || changed.length === 0) return;
  const before = await soldBefore(tenant, changed);
  const moved = changed.flatMap(({ order, orderId, wasCancelled }) => {
    const was = wasCancelled ? none : (before.get(orderId) ?? none);
    const is = order.state === 'cancelled' ? none : unitsBySku(order);
    return [...new Set([...was.keys(), ...is.keys()])].filter((sku) => was.get(sku) !== is.get(sku));
  });
  await queueListingsAnew(tenant, connectionId, moved);
}

type Units = ReadonlyMap<string, number>;
const none: Units = new Map();

function unitsBySku({ lines }: ChannelOrder): Units {
  const units = new Map<string, number>();
  for (const { sku, quantity, isCharge } of lines) if (!isCharge) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return units;
}

async function soldBefore(tenant: Tenant, changed: Changed[]): Promise<Map<number, Units>> {
  const { rows } = await sql<Columns<'order_lines', 'sku'> & { order_id: Column<'orders', 'id'>; units: number }>`
    select l.order_id, l.sku, sum(coalesce(l.source_quantity, l.quantity))::float8 as units from order_lines l
    where ${inAccount(tenant, 'l')} and l.order_id = any(${changed.map(({ orderId }) => orderId)}::bigint[])
      and ${isSold} group by 1, 2`.execute(tenant.db);
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id);
  return new Map([...byOrder].map(([orderId, some]) => [orderId, new Map(some.map(({ sku, units }) => [sku, units]))]));
}
