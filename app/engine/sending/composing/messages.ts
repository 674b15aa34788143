import { type Nullable, sql } from 'kysely';
import type { CancelDecision, ShipDecision, ShipmentConfirmation, WarehouseOrder } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { asWarehouseOrder, composedOrders, type Replacement, recordSent } from '../../../nouns/order-flow/release/adopting/composed.ts';
import { decisionsToTell } from '../../../nouns/order-flow/release/cancelling/replies.ts';
import { holdsAtChannel } from '../../../nouns/order-flow/release/holding/hold-at-channel.ts';
import { shipDecisionsToTell } from '../../../nouns/order-flow/release/ship-requests/replies.ts';
import { type ListingStock, quantityWanted, stockToTell } from '../../../nouns/stock-out/quantities.ts';
import type { Connection } from '../../../shared/connections/calls/session.ts';
import type { Effect } from '../../../shared/outbox/claim.ts';
import type { Submit } from '../submit.ts';
import { type ComposedLine, confirmedLine } from './confirmed-line.ts';
import { composePurchaseMessages, type PurchaseMessage } from './purchase-messages.ts';

/** What to send to the other side, by effect. An effect without a message has nothing left to send. */
export type Messages = Map<number, Message>;
export type Message =
  | PurchaseMessage
  | ({ kind: 'submit' } & Submit)
  | { kind: 'stock'; stock: ListingStock }
  /** `sent`: what it is to replace, where that was kept. */
  | { kind: 'replace'; providerRef: string; replacement: Replacement; sent: WarehouseOrder | null }
  | { kind: 'cancel' | 'hold' | 'release'; providerRef: string; reference: string }
  | { kind: 'hold_at_channel'; remoteOrderId: string; until: Date | null }
  | { kind: 'decide_cancel'; decision: CancelDecision }
  | { kind: 'decide_ship'; decision: ShipDecision }
  /**
   * `looksShipped`: the channel showed it as shipped, so it may have been confirmed already; `openUntil`: until when it is known
   * that the channel did not; `completesNone`: the parcel holds parts of packs, and the channel is told of a pack with its last part.
   */
  | { kind: 'confirm'; confirmation: ShipmentConfirmation; looksShipped: boolean; openUntil: Date; completesNone: boolean };

/** Composes the messages of a batch of effects about orders, from the orders as they are now. */
export async function composeMessages(tenant: Tenant, effects: Effect[]): Promise<Messages> {
  const messages: Messages = new Map(await composePurchaseMessages(tenant, effects));
  const composed = await composedOrders(
    tenant,
    effects.flatMap(({ warehouse_order_id }) => warehouse_order_id ?? []),
  );
  for (const effect of effects) {
    const order = effect.warehouse_order_id === null ? undefined : composed.get(effect.warehouse_order_id);
    if (!order) continue;
    const { provider_ref: providerRef, reference } = order;
    if (effect.kind === 'submit') {
      const { sent, order_numbers, ruled, is_called_back: isCalledBack } = order;
      const channelNumbers = order_numbers.slice(ruled.length);
      messages.set(effect.id, { kind: 'submit', order: asWarehouseOrder(order), sent, channelNumbers, isCalledBack });
    } else if (effect.kind === 'replace') {
      const { replacement, sent } = order;
      if (providerRef !== null && replacement) messages.set(effect.id, { kind: 'replace', providerRef, replacement, sent });
    } else if (providerRef !== null && effect.kind !== 'confirm')
      messages.set(effect.id, { kind: effect.kind as 'cancel' | 'hold' | 'release', providerRef, reference });
  }
  await recordSent(
    tenant,
    effects.flatMap(({ kind, warehouse_order_id: id }) => (kind === 'submit' && id !== null ? (composed.get(id) ?? []) : [])),
  );
  const ofKind = (kind: Effect['kind']) => effects.filter((effect) => effect.kind === kind);
  const holds = await holdsAtChannel(tenant, idsOf(ofKind('hold_at_channel')));
  for (const { outbox_id, remote_id: remoteOrderId, until } of holds)
    messages.set(outbox_id, { kind: 'hold_at_channel', remoteOrderId, until });
  const decisions = await decisionsToTell(tenant, idsOf(ofKind('decide_cancel')));
  for (const [id, decision] of decisions) messages.set(id, { kind: 'decide_cancel', decision });
  const replies = await shipDecisionsToTell(tenant, idsOf(ofKind('decide_ship')));
  for (const [id, decision] of replies) messages.set(id, { kind: 'decide_ship', decision });
  await addConfirmations(tenant, ofKind('confirm'), messages);
  return messages;
}

/** Composes the messages of those about stock, from the stock as it is now. Each effect's key is its listing. */
export async function stockMessages(tenant: Tenant, connection: Connection, effects: Effect[]): Promise<Messages> {
  const kind = quantityWanted(connection);
  const effectOfListing = new Map(effects.flatMap((effect) => (effect.kind === 'stock' ? [[Number(effect.key), effect.id] as const] : [])));
  const stock =
    kind === null || effectOfListing.size === 0 ? [] : await stockToTell(tenant, kind, connection.id, [...effectOfListing.keys()]);
  return new Map(stock.map((each) => [effectOfListing.get(each.id) as number, { kind: 'stock', stock: each }]));
}

type ToConfirm = Columns<'orders', 'remote_id' | 'handle'> &
  Nullable<Columns<'shipments', 'carrier' | 'method' | 'tracking_number' | 'tracking_url' | 'shipped_at'>> & {
    completes: boolean;
    outbox_id: Column<'outbox', 'id'>;
    looks_shipped: boolean;
    open_until: Date;
    lines: ComposedLine[] | null;
  };

/** A channel may list a change only some minutes after it was made. */
const visibleAfterMinutes = 5;

/**
 * A confirmation of one shipment carries that shipment, one of a whole order its last shipment, one of an order without goods
 * none. A line that was edited here is confirmed up to the channel's own quantity, a line that was added here not at all.
 */
async function addConfirmations(tenant: Tenant, effects: Effect[], messages: Messages): Promise<void> {
  if (effects.length === 0) return;
  const keys = new Map(effects.map(({ id, key }) => [id, key]));
  for (const row of await shipmentsToConfirm(tenant, idsOf(effects))) {
    const confirmation = {
      key: keys.get(row.outbox_id) ?? '',
      remoteOrderId: row.remote_id,
      ...{ handle: row.handle, method: row.method, completes: row.completes },
      carrier: row.carrier ?? 'other',
      trackingNumber: row.tracking_number ?? '',
      trackingUrl: row.tracking_url,
      shippedAt: row.shipped_at ?? new Date(),
      lines: (row.lines ?? []).filter(({ quantity }) => quantity > 0).map(confirmedLine),
    };
    const completesNone = !row.completes && confirmation.lines.length === 0 && row.lines !== null;
    const { looks_shipped: looksShipped, open_until: openUntil } = row;
    messages.set(row.outbox_id, { kind: 'confirm', confirmation, looksShipped, openUntil, completesNone });
  }
}

async function shipmentsToConfirm(tenant: Tenant, outboxIds: number[]): Promise<ToConfirm[]> {
  const { rows } = await sql<ToConfirm>`
    select x.id as outbox_id, o.remote_id, o.handle, s.method, coalesce(o.order_status in ('shipped', 'fulfilled') and not exists (
        select from shipments later where ${inAccount(tenant, 'later')} and later.order_id = o.id and later.id > s.id), true) as completes,
      o.source_state = 'shipped' as looks_shipped,
      greatest(o.seen_at, r.drained_at - make_interval(mins => ${visibleAfterMinutes})) as open_until,
      s.carrier, s.tracking_number, s.tracking_url, s.shipped_at,
      (select json_agg(json_build_object('remoteLineId', l.remote_line_id, 'handle', l.handle, 'quantity',
        least(now.sold, coalesce(l.source_quantity, now.sold)), 'lots', case when l.units_per_sale = 1 then shipped.lots end,
        'serials', case when l.units_per_sale = 1 then shipped.serials end)
        order by l.position)
        from (
          select sl.order_line_id, coalesce(sum(sl.quantity) filter (where of.id < x.shipment_id), 0) as before,
            sum(sl.quantity) filter (where x.shipment_id is null or of.id <= x.shipment_id) as so_far,
            json_agg(json_build_object('lot', sl.lot, 'quantity', sl.quantity) order by sl.id)
              filter (where sl.lot is not null and (x.shipment_id is null or of.id = x.shipment_id)) as lots,
            json_agg(to_json(sl.serials) order by sl.id)
              filter (where sl.serials is not null and (x.shipment_id is null or of.id = x.shipment_id)) as serials
          from shipment_lines sl join shipments of on ${inAccount(tenant, 'of')} and of.id = sl.shipment_id
          where ${inAccount(tenant, 'sl')} and of.order_id = o.id group by 1
        ) as shipped
        join order_lines l on ${inAccount(tenant, 'l')} and l.id = shipped.order_line_id and l.source_quantity is distinct from 0
        -- Of what is sold in packs, the packs that are complete with this parcel.
        cross join lateral (select so_far / l.units_per_sale - before / l.units_per_sale as sold) as now
        where so_far > before) as lines
    from outbox x join orders o on ${inAccount(tenant, 'o')} and o.id = x.order_id
    left join streams r on ${inAccount(tenant, 'r')} and r.connection_id = o.connection_id and r.stream = 'orders'
    left join lateral (
      select * from shipments of where ${inAccount(tenant, 'of')} and of.order_id = o.id and (x.shipment_id is null
        or of.id = x.shipment_id)
      order by of.shipped_at desc, of.id desc limit 1
    ) as s on true
    where ${inAccount(tenant, 'x')} and x.id = any(${outboxIds}::bigint[])`.execute(tenant.db);
  return rows;
}
