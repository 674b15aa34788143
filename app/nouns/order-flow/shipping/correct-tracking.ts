import { sql } from 'kysely';
import type { WarehouseShipment } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordEvents } from '../history.ts';
import { lockOrders } from '../lock-orders.ts';
import { reportCorrections } from './corrections.ts';

type Corrected = Columns<'shipments', 'order_id' | 'carrier' | 'tracking_number'> & { was: Column<'shipments', 'tracking_number'> };

/**
 * Follows the warehouse where it corrects the tracking of parcels that are stored: their channels are told the correct one. What a channel
 * was told, or may have been, stays: by that it is looked up there. A person puts it right.
 */
export async function correctTracking(tenant: Tenant, connectionId: number, parcels: readonly WarehouseShipment[]): Promise<void> {
  // A feed may repeat a parcel within one page.
  const newest = [...new Map(parcels.map((parcel) => [parcel.remoteId, parcel])).values()];
  const given = sql`json_to_recordset(${JSON.stringify(newest.map(trackingOf))}::json)
    as p ("remoteId" text, carrier text, method text, "trackingNumber" text, "trackingUrl" text)`;
  const isOther = sql`s.connection_id = ${connectionId} and s.remote_id = p."remoteId"
    and (s.carrier, s.tracking_number) is distinct from (p.carrier, p."trackingNumber")`;
  const { rows: others } = await sql<Columns<'shipments', 'order_id'>>`
    select s.order_id from shipments s join ${given} on ${inAccount(tenant, 's')} and ${isOther}`.execute(tenant.db);
  if (others.length === 0) return;
  await lockOrders(
    tenant,
    others.map(({ order_id }) => order_id),
  );
  const { rows } = await sql<Corrected>`
    update shipments s set carrier = p.carrier, method = p.method, tracking_number = p."trackingNumber", tracking_url = p."trackingUrl"
    from ${given} where ${inAccount(tenant, 's')} and ${isOther} and s.confirmed_at is null and s.acknowledged_at is null
      and not exists (${mayBeTold(tenant)})
    returning s.order_id, s.carrier, s.tracking_number, old.tracking_number as was`.execute(tenant.db);
  await recordEvents(
    tenant,
    rows.map(({ order_id: orderId, carrier, tracking_number: tracking, was }) => ({
      ...{ orderId, kind: 'changed' as const },
      sentence: { code: 'tracking_corrected' as const, carrier, tracking, was },
    })),
  );
  const { rows: told } = await sql<Told>`
    select o.id, o.connection_id, c.name as channel, s.remote_id, concat_ws(' ', s.carrier, nullif(s.tracking_number, '')) as was,
      concat_ws(' ', p.carrier, nullif(p."trackingNumber", '')) as is
    from shipments s join ${given} on ${inAccount(tenant, 's')} and ${isOther}
    join orders o on ${inAccount(tenant, 'o')} and o.id = s.order_id and o.gone_at is null
    join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id`.execute(tenant.db);
  await reportCorrections(
    tenant,
    told.map(({ remote_id: parcel, channel, was, is, ...order }) => ({
      ...{ ...order, subject: `tracking:${parcel}` },
      sentence: { code: 'tracking_corrected_later', channel, was, is },
    })),
  );
}

type Told = Columns<'orders', 'id' | 'connection_id'> &
  Columns<'shipments', 'remote_id'> & { channel: Column<'connections', 'name'>; was: string; is: string };

const trackingOf = ({ remoteId, carrier, method, trackingNumber, trackingUrl }: WarehouseShipment) => ({
  ...{ remoteId, carrier, method, trackingNumber, trackingUrl },
});

/** Confirmations of a parcel `s`, or of its whole order, of which something may have reached the channel. */
const mayBeTold = (tenant: OfAccount) => sql`select from outbox x where ${inAccount(tenant, 'x')} and x.order_id = s.order_id
  and x.kind = 'confirm' and (x.shipment_id is null or x.shipment_id = s.id)
  and (x.maybe_done or x.ticket is not null or x.state in ('sending', 'done'))`;
