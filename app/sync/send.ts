import type {
  Confirmations,
  Result,
  ShipmentConfirmation,
  Warehouse,
  WarehouseOrder,
  WarehouseOrderState,
} from '../../connectors/contract.ts';
import { type Connection, capabilityOf } from '../connections/calls/session.ts';
import type { Engine } from '../engine.ts';
import type { Effect } from '../outbox/claim.ts';
import type { Message, Messages } from './messages.ts';

/** What the other side replied to an effect, by its kind. */
export type EffectReply =
  | { kind: 'accepted'; state: WarehouseOrderState }
  | { kind: 'cancel'; outcome: 'cancelled' | 'pending' | 'too_late' }
  | { kind: 'hold'; held: boolean; outcome: 'done' | 'too_late' }
  | { kind: 'confirmed' };

/**
 * Sends one effect to the other side. If it may have been done already, looks before it repeats it; starts no call when the
 * effect is no longer ours.
 */
export async function sendEffect(
  engine: Engine,
  connection: Connection,
  effect: Effect,
  messages: Messages,
  isOurs: () => boolean,
): Promise<Result<EffectReply>> {
  const message = messages.get(effect.id);
  if (!message) return { ok: false, failure: { kind: 'rejected', code: 'other', reason: 'There is nothing left to send.' } };
  const call = { attempt: effect.attempts, subject: subjectOf(message), userId: effect.user_id, mayStart: isOurs };
  if (message.kind === 'confirm')
    return confirm(
      capabilityOf(engine, connection, 'confirmations', call),
      message.confirmation,
      effect.maybe_done || message.looksShipped,
    );
  const warehouse = capabilityOf(engine, connection, 'warehouse', call);
  switch (message.kind) {
    case 'submit':
      return submit(warehouse, effect, message.order);
    case 'replace':
      return warehouse.replaceOrder
        ? accepted(await warehouse.replaceOrder(message.providerRef, message.order))
        : cannot('replace an order');
    case 'cancel':
      return mapped(await warehouse.requestCancel(message.providerRef, 'Cancelled in Crossdock'), (outcome) => ({
        kind: 'cancel',
        outcome,
      }));
    case 'hold':
    case 'release': {
      const held = message.kind === 'hold';
      if (!warehouse.setHold) return cannot('hold an order');
      return mapped(await warehouse.setHold(message.providerRef, held, 'Asked by an operator'), (outcome) => ({
        kind: 'hold',
        held,
        outcome,
      }));
    }
  }
}

async function submit(warehouse: Warehouse, effect: Effect, order: WarehouseOrder): Promise<Result<EffectReply>> {
  if (effect.maybe_done) {
    const found = await warehouse.findOrder(order.reference);
    if (found.ok || found.failure.kind !== 'not_found') return accepted(found);
  }
  return accepted(await warehouse.submitOrder(order));
}

async function confirm(channel: Confirmations, confirmation: ShipmentConfirmation, lookFirst: boolean): Promise<Result<EffectReply>> {
  if (lookFirst) {
    const already = await channel.isConfirmed(confirmation);
    if (!already.ok) return already;
    if (already.value) return { ok: true, value: { kind: 'confirmed' } };
  }
  const result = await channel.confirm([confirmation]);
  if (!result.ok) return result;
  const [outcome] = result.value;
  if (outcome?.kind === 'failed') return { ok: false, failure: outcome.failure };
  return { ok: true, value: { kind: 'confirmed' } };
}

const accepted = (result: Result<WarehouseOrderState>) => mapped(result, (state) => ({ kind: 'accepted', state }));
const mapped = <T>(result: Result<T>, to: (value: T) => EffectReply): Result<EffectReply> =>
  result.ok ? { ok: true, value: to(result.value) } : result;
const cannot = (what: string): Result<EffectReply> => ({
  ok: false,
  failure: { kind: 'rejected', code: 'other', reason: `This warehouse cannot ${what}.` },
});

function subjectOf(message: Message): string {
  if (message.kind === 'confirm') return message.confirmation.remoteOrderId;
  return message.kind === 'submit' || message.kind === 'replace' ? message.order.reference : message.reference;
}
