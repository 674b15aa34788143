import { sql } from 'kysely';
import type { WarehouseShipment } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordPurchaseEvents } from '../history.ts';
import { orderIdOf } from '../recheck.ts';

type Stored = Columns<'fulfilments', 'purchase_order_id' | 'sku' | 'qty_shipped'>;

/** Stores what the warehouse sent out again of purchase orders; a shipment that is told twice changes nothing. */
export async function storeFulfilments(tenant: Tenant, connectionId: number, shipments: WarehouseShipment[]): Promise<void> {
  const lines = shipments.flatMap(({ asnId, remoteId, carrier, trackingNumber, shippedAt, lines: sent }) =>
    sent.map(({ sku, lot, quantity }, position) => ({ asnId, remoteId, carrier, trackingNumber, shippedAt, position, sku, lot, quantity })),
  );
  if (lines.length === 0) return;
  const { rows } = await sql<Stored>`
    insert into fulfilments (account_id, purchase_order_id, connection_id, remote_id, position, sku, lot, qty_shipped, ship_date, carrier,
      tracking_number, processed_at)
    select a.account_id, a.purchase_order_id, ${connectionId}, s."remoteId", s.position, s.sku, s.lot, s.quantity, s."shippedAt", s.carrier,
      s."trackingNumber",
      -- Made by hand: there is nobody to tell.
      case when p.connection_id is null then now() end
    from json_to_recordset(${JSON.stringify(lines)}::json) as s ("asnId" text, "remoteId" text, carrier text, "trackingNumber" text,
      "shippedAt" timestamptz,
      position int, sku text, lot text, quantity int)
    join asns a on ${inAccount(tenant, 'a')} and a.connection_id = ${connectionId} and a.remote_id = s."asnId"
    join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
    on conflict (account_id, connection_id, remote_id, position) do nothing returning purchase_order_id, sku,
      qty_shipped`.execute(tenant.db);
  await recordPurchaseEvents(
    tenant,
    rows.map(({ purchase_order_id: purchaseOrderId, sku, qty_shipped }) => ({
      purchaseOrderId,
      kind: 'fulfilled',
      sentence: { code: 'sent_out_again', units: qty_shipped, sku },
    })),
  );
  notify(tenant, 'purchase_orders', rows.map(orderIdOf));
}
