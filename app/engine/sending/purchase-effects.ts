import type { PurchaseOrders, Result, Warehouse } from '../../../connectors/contract.ts';
import { mapResult } from '../../../connectors/http/result.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Engine } from '../../base/worker-context.ts';
import { isTaken, recordConflict } from '../../nouns/purchase-flow/asn/conflict.ts';
import { recordAnnounced, recordWithdrawn } from '../../nouns/purchase-flow/asn/record.ts';
import { lockPurchaseOrdersOf } from '../../nouns/purchase-flow/lock.ts';
import { recordSourceBooked } from '../../nouns/purchase-flow/receipts/record-outcome.ts';
import { enqueuePurchaseCheck } from '../../nouns/purchase-flow/recheck.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import type { CallContext, Connection } from '../../shared/connections/calls/session.ts';
import type { Effect } from '../../shared/outbox/claim.ts';
import { announce, announceChange, cancelWhole } from './composing/announce.ts';
import type { Message } from './composing/messages.ts';
import type { PurchaseMessage } from './composing/purchase-messages.ts';
import type { EffectReply } from './replies/effect-reply.ts';

const kinds: ReadonlySet<string> = new Set(['announce', 'announce_change', 'withdraw', 'book'] satisfies PurchaseMessage['kind'][]);
export const isPurchaseMessage = (message: Message): message is PurchaseMessage => kinds.has(message.kind);

/** What the log names the call after. */
export function subjectOfPurchase(message: PurchaseMessage): string | null {
  if (message.kind === 'book') return message.receipt?.remoteId ?? null;
  return message.kind === 'withdraw' ? message.reference : message.notice.reference;
}

/** Sends what is to be said of a purchase order. What may have been done already is looked for first. */
export async function sendPurchaseMessage(
  engine: Engine,
  connection: Connection,
  effect: Effect,
  message: PurchaseMessage,
  call: CallContext,
): Promise<Result<EffectReply>> {
  if (message.kind === 'book') {
    if (message.receipt === null) return { ok: true, value: { kind: 'booked', reference: null } };
    return book(capabilityOf(engine, connection, 'purchaseOrders', call), message.receipt, effect.maybe_done);
  }
  const warehouse = capabilityOf(engine, connection, 'warehouse', call);
  if (message.kind === 'announce') return announce({ engine, connection, warehouse, effect, ...message });
  if (message.kind === 'announce_change') return announceChange(warehouse, message.asnId, message.notice);
  return message.closes ? closeRest(warehouse, message.asnId) : cancelWhole(warehouse, message.asnId);
}

/** A warehouse that cannot be asked goes on expecting the rest: what comes of it waits for a person. */
async function closeRest(warehouse: Warehouse, asnId: string): Promise<Result<EffectReply>> {
  const closed = await warehouse.closeAsn?.(asnId, 'Closed short in Crossdock');
  if (!closed || (!closed.ok && closed.failure.kind === 'not_found'))
    return { ok: true, value: { kind: 'withdrawn', outcome: 'too_late' } };
  return mapResult(closed, (outcome) => ({ kind: 'withdrawn', outcome }));
}

async function book(
  source: PurchaseOrders,
  receipt: Parameters<PurchaseOrders['receive']>[0],
  lookFirst: boolean,
): Promise<Result<EffectReply>> {
  if (lookFirst) {
    const booked = await source.isReceived(receipt);
    if (!booked.ok) return booked;
    if (booked.value) return { ok: true, value: { kind: 'booked', reference: null } };
  }
  return mapResult(await source.receive(receipt), ({ reference }) => ({ kind: 'booked', reference }));
}

/**
 * Locks the purchase orders of these effects, before anything of them is recorded: the check, receipts and commands lock a purchase
 * order before its announcement and its effects too, so that neither waits for the other.
 */
export async function lockPurchases(tenant: Tenant, effects: Effect[]): Promise<void> {
  await lockPurchaseOrdersOf(
    tenant,
    effects.flatMap(({ asn_id }) => asn_id ?? []),
    effects.flatMap(({ booking_id }) => booking_id ?? []),
  );
}

/** Records the other side's replies about purchase orders, and has those that were announced checked together. */
export async function recordPurchaseReplies(tenant: Tenant, done: { effect: Effect; reply: EffectReply }[]): Promise<void> {
  const announced: number[] = [];
  for (const { effect, reply } of done) {
    const { asn_id, booking_id } = effect;
    if (reply.kind === 'announced' && asn_id !== null) announced.push(...(await recordUnlessTaken(tenant, asn_id, reply)));
    if (reply.kind === 'asn_otherwise' && asn_id !== null) await recordConflict(tenant, asn_id, reply.ours, reply.theirs);
    if (reply.kind === 'withdrawn' && asn_id !== null) await recordWithdrawn(tenant, asn_id, reply.outcome);
    if (reply.kind === 'booked' && booking_id !== null) await recordSourceBooked(tenant, booking_id, reply.reference);
  }
  await enqueuePurchaseCheck(tenant, announced);
}

/** Another of ours may have become what was found for this one while it was on its way: then a person decides. */
async function recordUnlessTaken(
  tenant: Tenant,
  asnId: number,
  { state, digest, ours }: Extract<EffectReply, { kind: 'announced' }>,
): Promise<number[]> {
  if (!ours || !(await isTaken(tenant, asnId, state))) return recordAnnounced(tenant, asnId, state, digest);
  await recordConflict(tenant, asnId, ours, state);
  return [];
}
