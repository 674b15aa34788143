import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordEvents } from '../history.ts';
import { allHasLeft } from '../lines/units.ts';
import { settleOrders } from '../settle.ts';

/**
 * Records that the channel accepted confirmations, or had nothing to be told of yet. An order is fulfilled when all that is to leave has,
 * and every parcel is confirmed.
 */
export async function recordConfirmed(
  tenant: Tenant,
  confirmations: { order_id: number | null; shipment_id: number | null; told: boolean }[],
): Promise<void> {
  const orderIds = [...new Set(confirmations.flatMap(({ order_id }) => order_id ?? []))];
  if (orderIds.length === 0) return;
  const shipmentIds = confirmations.flatMap(({ shipment_id }) => shipment_id ?? []);
  const whole = confirmations.flatMap(({ order_id, shipment_id }) => (shipment_id === null ? (order_id ?? []) : []));
  await sql`
    update shipments set confirmed_at = now()
    where ${inAccount(tenant)} and confirmed_at is null and (id = any(${shipmentIds}::bigint[])
      or order_id = any(${whole}::bigint[]))`.execute(tenant.db);
  const done = await endConfirmed(tenant, orderIds);
  const withParcel = new Set(confirmations.flatMap(({ order_id, told }) => (told && order_id !== null ? order_id : [])));
  await recordEvents(
    tenant,
    orderIds.map((orderId) => ({
      orderId,
      kind: 'confirmed',
      sentence: { code: done.has(orderId) ? 'confirmed' : withParcel.has(orderId) ? 'parcel_confirmed' : 'pack_incomplete' },
    })),
  );
}

/** Settles these orders, which ends those of which all has left and is confirmed. Returns those. */
export const endConfirmed = (tenant: Tenant, orderIds: number[]): Promise<Set<number>> =>
  settleOrders(tenant, orderIds, {
    news: {
      fact: sql`o.confirmed_at is null and ${allHasLeft(tenant)}
        and not exists (select from shipments s where ${inAccount(tenant, 's')} and s.order_id = o.id and s.confirmed_at is null)`,
      sets: sql`confirmed_at = (select case when f.fact then now() else o.confirmed_at end), revision = o.revision + f.fact::int`,
      confirmed: sql`(f.fact or o.confirmed_at is not null)`,
    },
  });
