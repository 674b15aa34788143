import type { CancelDecision, ShipDecision, ShipmentConfirmation, WarehouseOrder } from '../../../../connectors/contract.ts';
import { idsOf } from '../../../../platform/ids.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { asWarehouseOrder, composedOrders, type Replacement, recordSent } from '../../../nouns/order-flow/release/adopting/composed.ts';
import { decisionsToTell } from '../../../nouns/order-flow/release/cancelling/replies.ts';
import { holdsAtChannel } from '../../../nouns/order-flow/release/holding/hold-at-channel.ts';
import { shipDecisionsToTell } from '../../../nouns/order-flow/release/ship-requests/replies.ts';
import { confirmationsOf } from '../../../nouns/order-flow/shipping/confirming/confirmations.ts';
import { type ListingStock, quantityWanted, stockToTell } from '../../../nouns/stock-out/quantities.ts';
import { type LastPush, readLastPushes } from '../../../nouns/stock-out/queries.ts';
import type { Connection } from '../../../shared/connections/calls/session.ts';
import type { Effect } from '../../../shared/outbox/claim.ts';
import type { Submit } from '../submit.ts';
import { composePurchaseMessages, type PurchaseMessage } from './purchase-messages.ts';

/** What to send to the other side, by effect. An effect without a message has nothing left to send. */
export type Messages = Map<number, Message>;
export type Message =
  | PurchaseMessage
  | ({ kind: 'submit' } & Submit)
  /** `push`: what its channel took last beside the ticket that it waits for. */
  | { kind: 'stock'; stock: ListingStock; push: LastPush | null }
  /** `sent`: what it is to replace, where that was kept. */
  | { kind: 'replace'; providerRef: string; replacement: Replacement; sent: WarehouseOrder | null }
  | { kind: 'cancel' | 'hold' | 'release'; providerRef: string; reference: string }
  /** `isHeld`: ours stands there. */
  | { kind: 'hold_at_channel'; remoteOrderId: string; until: Date | null; ours: boolean | Date }
  | { kind: 'decide_cancel'; decision: CancelDecision }
  | { kind: 'decide_ship'; decision: ShipDecision }
  /**
   * `looksShipped`: the channel showed it as shipped, so it may have been confirmed already; `openUntil`: until when it is known
   * that the channel did not; `completesNone`: the parcel holds nothing that the channel is told of.
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
  for (const { outbox_id, remote_id: remoteOrderId, held_at_channel: isHeld, held_at_channel_until: heldUntil, until } of holds)
    messages.set(outbox_id, { kind: 'hold_at_channel', remoteOrderId, until, ours: heldUntil ?? isHeld });
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
  const besideTicket = effects.flatMap(({ kind: of, key, ticket_since: since, maybe_done }) =>
    of === 'stock' && since !== null && maybe_done ? [{ id: Number(key), since }] : [],
  );
  const pushes = await readLastPushes(tenant, idsOf(besideTicket));
  const sinceTicket = new Map(
    besideTicket.flatMap(({ id, since }) => {
      const push = pushes.get(id);
      return push && push.at >= since ? [[id, push] as const] : [];
    }),
  );
  return new Map(
    stock.map((each) => [effectOfListing.get(each.id) as number, { kind: 'stock', stock: each, push: sinceTicket.get(each.id) ?? null }]),
  );
}

async function addConfirmations(tenant: Tenant, effects: Effect[], messages: Messages): Promise<void> {
  for (const { outboxId, ...confirming } of await confirmationsOf(tenant, idsOf(effects)))
    messages.set(outboxId, { kind: 'confirm', ...confirming });
}
