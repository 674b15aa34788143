import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordEvents } from '../history.ts';
import { allHasLeft } from '../lines/units.ts';
import { settleOrders } from '../settle.ts';

/**
 * Records that the channel accepted confirmations, or had nothing to be told of yet; `isByHand`: that a person told it. An order is
 * fulfilled when all that is to leave has, and every parcel is confirmed.
 */
export async function recordConfirmed(
  tenant: Tenant,
  confirmations: { order_id: number | null; shipment_id: number | null; told: boolean }[],
  { isByHand = false } = {},
): Promise<void> {
  const orderIds = [...new Set(confirmations.flatMap(({ order_id }) => order_id ?? []))];
  if (orderIds.length === 0) return;
  const shipmentIds = confirmations.flatMap(({ shipment_id }) => shipment_id ?? []);
  const whole = confirmations.flatMap(({ order_id, shipment_id }) => (shipment_id === null ? (order_id ?? []) : []));
  await sql`
    update shipments set confirmed_at = now()
    where ${inAccount(tenant)} and confirmed_at is null and (id = any(${shipmentIds}::bigint[])
      or order_id = any(${whole}::bigint[]))`.execute(tenant.db);
  const done = await fulfil(tenant, orderIds);
  const withParcel = new Set(confirmations.flatMap(({ order_id, told }) => (told && order_id !== null ? order_id : [])));
  await recordEvents(
    tenant,
    orderIds.map((orderId) => ({
      orderId,
      kind: 'confirmed',
      sentence: {
        code: isByHand
          ? 'told_by_hand'
          : done.has(orderId)
            ? 'confirmed'
            : withParcel.has(orderId)
              ? 'parcel_confirmed'
              : 'pack_incomplete',
      },
    })),
  );
  await settleOrders(tenant, orderIds);
}

/** Ends those of these orders of which all has left and is confirmed. Returns them. */
export async function fulfil(tenant: Tenant, orderIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    update orders o set confirmed_at = now(), revision = o.revision + 1
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and o.confirmed_at is null and ${allHasLeft(tenant)}
      and not exists (select from shipments s where ${inAccount(tenant, 's')} and s.order_id = o.id and s.confirmed_at is null)
    returning o.id`.execute(tenant.db);
  return new Set(rows.map(({ id }) => id));
}
