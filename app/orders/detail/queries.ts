import { sql } from 'kysely';
import { connectorNamed } from '../../../connectors/index.ts';
import type { Columns } from '../../../platform/columns.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { remedyFor } from '../../issues/issue.ts';
import { isEditable } from '../order.ts';
import type { OrderDetail, OrderShipment } from './contract.ts';
import { eventsOf } from './events.ts';
import { type DetailRow, readOrderRow } from './order-row.ts';

type Order = Omit<DetailRow, 'lines' | 'issues' | 'combined' | 'related' | 'outbox' | 'remote_id' | 'connector' | 'connection_settings'>;

/** An order with its lines, issues, shipments and history; undefined when this account has no order of that id. */
export async function getOrder(tenant: Tenant, id: number): Promise<OrderDetail | undefined> {
  const row = await readOrderRow(tenant, id);
  if (!row) return undefined;
  const { lines, issues, combined, related, outbox, remote_id, connector, connection_settings, ...order } = row;
  return {
    ...order,
    connector_link: linkAtChannel(row),
    editable: isEditable(order),
    lines: lines ?? [],
    issues: (issues ?? []).map((issue) => ({ ...issue, remedy: remedyFor(issue) })),
    shipments: await shipmentsOf(tenant, id),
    ...(await historyOf(tenant, order)),
    related: related ?? [],
    orders_combined_with: combined ?? [],
    waits_for: waitsFor(order, outbox),
  };
}

function linkAtChannel({ connector, connection_settings, remote_id, source_order_number }: DetailRow): string | null {
  return connectorNamed(connector).orderPage?.(connection_settings, { remoteId: remote_id, number: source_order_number }) ?? null;
}

async function historyOf(tenant: Tenant, order: Order): Promise<Pick<OrderDetail, 'events' | 'undoable_edit'>> {
  const events = await eventsOf(tenant, order.id);
  const last = events.findLast(({ kind, undone }) => kind === 'edited' && !undone);
  return { events, undoable_edit: (isEditable(order) && last?.id) || null };
}

type ShipmentRow = Columns<'shipments', 'id' | 'carrier' | 'method' | 'weight_grams' | 'shipped_at' | 'confirmed_at'> &
  Pick<OrderShipment, 'trackingNumber' | 'trackingUrl'> & { lines: OrderShipment['lines'] | null };

async function shipmentsOf(tenant: Tenant, orderId: number): Promise<OrderShipment[]> {
  const rows = await readPrepared(
    tenant,
    sql<ShipmentRow>`
    select s.id, s.carrier, s.method, s.tracking_number as "trackingNumber", s.tracking_url as "trackingUrl", s.weight_grams, s.shipped_at, s.confirmed_at,
      (select json_agg(json_build_object('sku', sl.sku, 'quantity', sl.quantity, 'lot', sl.lot) order by sl.id)
        from shipment_lines sl where sl.account_id = s.account_id and sl.shipment_id = s.id) as lines
    from shipments s where s.account_id = ${tenant.accountId} and s.order_id = ${orderId} order by s.shipped_at, s.id`,
  );
  return rows.map((row) => ({ ...row, lines: row.lines ?? [] }));
}

/** What an order waits for at its current step. */
function waitsFor(order: Order, outbox: DetailRow['outbox']): string | null {
  const trouble = outbox?.last_failure ? ` The last attempt did not succeed: ${outbox.last_failure}` : '';
  if (order.order_status === 'cancelled' || order.order_status === 'fulfilled') return null;
  if (order.blocking_issues > 0) return 'Waits for a person: see what stopped it.';
  if (order.on_hold) return 'On hold: it goes on when it is taken off hold.';
  if (order.locked) return 'Locked: it goes on when it is unlocked.';
  if (outbox?.kind === 'confirm') return `Waits for ${order.source_name} to accept the confirmation.${trouble}`;
  if (order.order_status === 'shipped' && order.gone_at !== null) return `${order.source_name} has it no more, so it cannot be told.`;
  if (order.source_state === 'external' && order.warehouse_order_id === null)
    return `Somebody else fulfils it, as ${order.source_name} says.`;
  if (order.source_state === 'waiting') return `Waits for ${order.source_name}: it is not paid or not released there yet.`;
  if (order.source_state === 'held') return `On hold at ${order.source_name}.`;
  if (order.order_status === 'pending' && order.warehouse_order_id !== null) return `Waits for the warehouse to accept it.${trouble}`;
  if (order.order_status === 'pending' && order.release_after && order.release_after > new Date())
    return 'Goes to the warehouse within ten seconds, unless the link or mapping that mended it is undone.';
  if (order.order_status === 'pending') return 'Waits to be sent: for a connected warehouse, or for its time window to open.';
  if (order.order_status === 'packing') return 'Waits for the warehouse to pack and ship it.';
  return order.order_status === 'partially_shipped'
    ? `Waits for the other ${order.units_ordered - order.units_shipped} units.`
    : `Waits for ${order.source_name}.`;
}
