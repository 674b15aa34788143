import { sql } from 'kysely';
import type { WarehouseShipment } from '../../../../connectors/contract.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordSentOut, type SentOut } from '../counting/adopt-fulfilments.ts';

/**
 * Stores what the warehouse sent out again of purchase orders; a shipment that is told twice changes nothing. One of an announcement that
 * we do not know waits: the check gives it to its purchase order once that is known.
 */
export async function storeFulfilments(tenant: Tenant, connectionId: number, shipments: WarehouseShipment[]): Promise<void> {
  const lines = shipments.flatMap(({ asnId, remoteId, carrier, trackingNumber, shippedAt, lines: sent }) =>
    sent.map(({ sku, lot, quantity }, position) => ({ asnId, remoteId, carrier, trackingNumber, shippedAt, position, sku, lot, quantity })),
  );
  if (lines.length === 0) return;
  const { rows } = await sql<SentOut>`
    insert into fulfilments (account_id, purchase_order_id, connection_id, remote_id, asn_id, position, sku, lot, qty_shipped, ship_date,
      carrier, tracking_number, processed_at)
    select ${tenant.accountId}, p.id, ${connectionId}, s."remoteId", s."asnId", s.position, s.sku, s.lot, s.quantity, s."shippedAt",
      s.carrier, s."trackingNumber",
      -- Made by hand: there is nobody to tell.
      case when p.id is not null and p.connection_id is null then now() end
    from json_to_recordset(${JSON.stringify(lines)}::json) as s ("asnId" text, "remoteId" text, carrier text, "trackingNumber" text,
      "shippedAt" timestamptz,
      position int, sku text, lot text, quantity int)
    left join asns a on ${inAccount(tenant, 'a')} and a.connection_id = ${connectionId} and a.remote_id = s."asnId"
    left join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
    on conflict (account_id, connection_id, remote_id, position) do nothing returning purchase_order_id, sku,
      qty_shipped`.execute(tenant.db);
  await recordSentOut(tenant, rows);
}
