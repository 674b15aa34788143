import type { AsnState, InboundNotice, PurchaseOrders, Result, Warehouse } from '../../connectors/contract.ts';
import { mapResult } from '../../connectors/http/result.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { type CallContext, type Connection, capabilityOf } from '../connections/calls/session.ts';
import type { Engine } from '../engine.ts';
import type { Effect } from '../outbox/claim.ts';
import { digestOf } from '../purchase-orders/asn/notice.ts';
import { recordAnnounced, recordWithdrawn } from '../purchase-orders/asn/record.ts';
import { lockPurchaseOrdersOf } from '../purchase-orders/lock.ts';
import { recordSourceBooked } from '../purchase-orders/receipts/record-outcome.ts';
import { enqueuePurchaseCheck } from '../purchase-orders/recheck.ts';
import type { EffectReply } from './effect-reply.ts';
import type { Message } from './messages.ts';
import type { PurchaseMessage } from './purchase-messages.ts';

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
  if (message.kind === 'announce') return announce(warehouse, message.notice, effect.maybe_done);
  if (message.kind === 'announce_change')
    return told(await (warehouse.replaceAsn?.(message.asnId, message.notice) ?? cannot), message.notice);
  return message.closes ? closeRest(warehouse, message.asnId) : cancelWhole(warehouse, message.asnId);
}

async function cancelWhole(warehouse: Warehouse, asnId: string): Promise<Result<EffectReply>> {
  const withdrawn = await (warehouse.cancelAsn?.(asnId, 'Cancelled in Crossdock') ?? cannot);
  return mapResult(withdrawn, (outcome) => ({ kind: 'withdrawn', outcome }));
}

/** A warehouse that cannot be asked goes on expecting the rest: what comes of it waits for a person. */
async function closeRest(warehouse: Warehouse, asnId: string): Promise<Result<EffectReply>> {
  const closed = await warehouse.closeAsn?.(asnId, 'Closed short in Crossdock');
  if (!closed || (!closed.ok && closed.failure.kind === 'not_found'))
    return { ok: true, value: { kind: 'withdrawn', outcome: 'too_late' } };
  return mapResult(closed, (outcome) => ({ kind: 'withdrawn', outcome }));
}

const cannot = { ok: false, failure: { kind: 'rejected', code: 'other', reason: 'This warehouse takes no announcements.' } } as const;

/**
 * One that was accepted before is told again where it can be: what it says may have changed since. Where it cannot, because its goods
 * have come meanwhile, it is announced all the same: to announce it anew would bring the goods twice.
 */
async function announce(warehouse: Warehouse, notice: InboundNotice, lookFirst: boolean): Promise<Result<EffectReply>> {
  if (lookFirst && warehouse.findAsn) {
    const found = await warehouse.findAsn(notice.reference);
    if (!found.ok && found.failure.kind !== 'not_found') return found;
    if (found.ok) {
      const again = await (warehouse.replaceAsn?.(found.value.asnId, notice) ?? found);
      if (again.ok || again.failure.kind !== 'rejected') return told(again, notice);
      return mapResult(await warehouse.findAsn(notice.reference), (state) => ({ kind: 'announced', state, digest: null }));
    }
  }
  return told(await (warehouse.createAsn?.(notice) ?? cannot), notice);
}

const told = (result: Result<AsnState>, notice: InboundNotice): Result<EffectReply> =>
  mapResult(result, (state) => ({ kind: 'announced', state, digest: digestOf(notice) }));

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
    if (reply.kind === 'announced' && asn_id !== null)
      announced.push(...(await recordAnnounced(tenant, asn_id, reply.state, reply.digest)));
    if (reply.kind === 'withdrawn' && asn_id !== null) await recordWithdrawn(tenant, asn_id, reply.outcome);
    if (reply.kind === 'booked' && booking_id !== null) await recordSourceBooked(tenant, booking_id, reply.reference);
  }
  await enqueuePurchaseCheck(tenant, announced);
}
