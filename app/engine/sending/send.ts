import type { Result, Warehouse } from '../../../connectors/contract.ts';
import { because } from '../../base/reasons.ts';
import type { Engine } from '../../base/worker-context.ts';
import { isInPlace } from '../../nouns/order-flow/release/adopting/in-place.ts';
import type { ReplyToChannel } from '../../nouns/order-flow/release/cancelling/replies.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import type { CallContext, Connection } from '../../shared/connections/calls/session.ts';
import type { Effect } from '../../shared/outbox/claim.ts';
import { acknowledged } from '../acknowledge.ts';
import type { Group, GroupOutcome } from './composing/group.ts';
import type { Message, Messages } from './composing/messages.ts';
import { notTheSameSide } from './composing/same-side.ts';
import { confirm, confirmGroup } from './confirming/confirm.ts';
import { isPurchaseMessage, sendPurchaseMessage, subjectOfPurchase } from './purchase-effects.ts';
import type { EffectReply } from './replies/effect-reply.ts';
import { acknowledgeGroup } from './send-many.ts';
import { askForStock, tellStock } from './send-stock.ts';
import { submitOrder } from './submit.ts';

/** Sends the effects of one call, and returns what became of each. Starts no call when one of them is no longer ours. */
export async function sendGroup(
  engine: Engine,
  connection: Connection,
  group: Group,
  messages: Messages,
  isOurs: (effect: Effect) => boolean,
): Promise<GroupOutcome[]> {
  const [effect] = group;
  const message = messages.get(effect.id);
  const subject = group.length > 1 ? null : subjectOf(effect, message);
  const call = { attempt: effect.attempts, subject, userId: effect.user_id, mayStart: () => group.every(isOurs) };
  const wrong = await notTheSameSide(engine, connection, group);
  if (wrong) return group.map((each) => ({ effect: each, result: { ok: false, failure: wrong } }));
  if (effect.kind === 'stock' && effect.ticket !== null) return askForStock(engine, connection, group, messages, effect.ticket, call);
  if (effect.kind === 'stock') return tellStock(engine, connection, group, messages, call);
  if (effect.kind === 'acknowledge') return acknowledgeGroup(engine, connection, group, call);
  if (message?.kind === 'confirm' && (group.length > 1 || effect.ticket !== null))
    return confirmGroup(engine, connection, group, messages, call);
  return [{ effect, result: await sendEffect(engine, connection, effect, message, call) }];
}

/** Sends one effect to the other side. If it may have been done already, looks before it repeats it. */
async function sendEffect(
  engine: Engine,
  connection: Connection,
  effect: Effect,
  message: Message | undefined,
  call: CallContext,
): Promise<Result<EffectReply>> {
  if (!message) return withoutMessage(effect);
  if (isPurchaseMessage(message)) return sendPurchaseMessage(engine, connection, effect, message, call);
  switch (message.kind) {
    case 'confirm': {
      if (message.completesNone) return { ok: true, value: { kind: 'confirmed', told: false } };
      const channel = capabilityOf(engine, connection, 'confirmations', call);
      return confirm(engine, channel, message.confirmation, effect.maybe_done || message.looksShipped);
    }
    case 'hold_at_channel': {
      const { hold } = capabilityOf(engine, connection, 'orders', call);
      const { remoteOrderId, until, ours } = message;
      const result = (await hold?.(remoteOrderId, until, ours instanceof Date ? ours : effect.maybe_done || ours)) ?? cannotThere;
      return mapped(result, (reply) => ({ kind: 'held_at_channel', until: reply === 'held_before' ? 'its own' : until }));
    }
    case 'decide_cancel': {
      const { decideCancel } = capabilityOf(engine, connection, 'orders', call);
      return toldOf(await decideCancel?.(message.decision), effect.maybe_done);
    }
    case 'decide_ship': {
      const { decideShip } = capabilityOf(engine, connection, 'orders', call);
      return shipToldOf(await decideShip?.(message.decision), effect.maybe_done);
    }
    // tellStock sends that.
    case 'stock':
      return { ok: true, value: { kind: 'stock', outcome: 'nothing', stock: message.stock } };
    default: {
      const warehouse = capabilityOf(engine, connection, 'warehouse', call);
      if (message.kind === 'submit') return submitOrder(engine, connection, warehouse, message, effect);
      return sendToWarehouse(warehouse, message, effect.maybe_done);
    }
  }
}

/** What becomes of an effect that has nothing to say, because its record has changed since. */
function withoutMessage({ kind }: Effect): Result<EffectReply> {
  // The request was made again since: this decision is no longer about it.
  if (kind === 'decide_cancel') return replied('over');
  // It was declined since, so it is not accepted.
  if (kind === 'decide_ship') return { ok: true, value: { kind: 'ship_decided', reply: 'over' } };
  return { ok: false, failure: { kind: 'rejected', code: 'other', reason: because({ code: 'sending.nothing_left' }) } };
}

const replied = (reply: ReplyToChannel): Result<EffectReply> => ({ ok: true, value: { kind: 'cancel_decided', reply } });

/** A request that the channel no longer has was taken back there, or an earlier attempt has told it. */
function toldOf(result: Result<null> | undefined, maybeDone: boolean): Result<EffectReply> {
  if (result === undefined) return replied('by_hand');
  if (result.ok) return replied('told');
  return result.failure.kind === 'not_found' ? replied(maybeDone ? 'told' : 'over') : result;
}

/** The same of a request to ship, which is over where nobody can be told. */
function shipToldOf(result: Result<null> | undefined, maybeDone: boolean): Result<EffectReply> {
  if (result && !result.ok && result.failure.kind !== 'not_found') return result;
  return { ok: true, value: { kind: 'ship_decided', reply: result?.ok || (result && maybeDone) ? 'told' : 'over' } };
}

type ToWarehouse = Extract<Message, { kind: 'replace' | 'cancel' | 'hold' | 'release' }>;

async function sendToWarehouse(warehouse: Warehouse, message: ToWarehouse, maybeDone: boolean): Promise<Result<EffectReply>> {
  switch (message.kind) {
    case 'replace':
      return replace(warehouse, message, maybeDone);
    case 'cancel':
      return mapped(await warehouse.requestCancel(message.providerRef, 'Cancelled in Crossdock'), (outcome) => ({
        kind: 'cancel',
        outcome,
      }));
    case 'hold':
    case 'release': {
      const held = message.kind === 'hold';
      if (!warehouse.setHold) return cannot('sending.no_holding');
      return mapped(await warehouse.setHold(message.providerRef, held, 'Requested in Crossdock'), (outcome) => ({
        kind: 'hold',
        held,
        outcome,
      }));
    }
  }
}

/**
 * The whole order is sent, so that a repeat changes nothing. Where an earlier attempt may have been done and the warehouse has begun to
 * work on it since, what it has shows whether it was; where it does not show, a person decides.
 */
async function replace(
  warehouse: Warehouse,
  { replacement, providerRef, sent }: Extract<Message, { kind: 'replace' }>,
  maybeDone: boolean,
): Promise<Result<EffectReply>> {
  if (!warehouse.replaceOrder) return cannot('sending.no_replacing');
  const done: Result<EffectReply> = { ok: true, value: { kind: 'replaced', replacement } };
  const result = await warehouse.replaceOrder(providerRef, replacement.order);
  if (result.ok) return done;
  if (!maybeDone || result.failure.kind !== 'rejected') return result;
  const found = await warehouse.findOrder(replacement.order.reference);
  if (!found.ok) return found.failure.kind === 'not_found' ? result : found;
  return isInPlace(sent, replacement.order, found.value) ? done : result;
}

const mapped = <T>(result: Result<T>, to: (value: T) => EffectReply): Result<EffectReply> =>
  result.ok ? { ok: true, value: to(result.value) } : result;
const cannot = (code: 'sending.no_holding' | 'sending.no_replacing'): Result<EffectReply> => ({
  ok: false,
  failure: { kind: 'rejected', code: 'other', reason: because({ code }) },
});

const cannotThere: Result<never> = {
  ok: false,
  failure: { kind: 'rejected', code: 'other', reason: because({ code: 'sending.no_holding_there' }) },
};

/** What the log names the call after. */
function subjectOf(effect: Effect, message: Message | undefined): string | null {
  if (effect.kind === 'acknowledge') return acknowledged(effect.key).remoteId;
  if (message?.kind === 'confirm') return message.confirmation.remoteOrderId;
  if (message?.kind === 'hold_at_channel') return message.remoteOrderId;
  if (message?.kind === 'decide_cancel' || message?.kind === 'decide_ship') return message.decision.remoteOrderId;
  if (message?.kind === 'stock') return message.stock.sku;
  if (message === undefined) return null;
  if (isPurchaseMessage(message)) return subjectOfPurchase(message);
  if (message.kind === 'replace') return message.replacement.order.reference;
  return message.kind === 'submit' ? message.order.reference : message.reference;
}
