import type { Failure, Result } from '../../../../connectors/contract.ts';
import { idsOf } from '../../../../platform/ids.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { because } from '../../../base/reasons.ts';
import { lockOrdersSent } from '../../../nouns/order-flow/lock-orders.ts';
import { takeApart } from '../../../nouns/order-flow/release/adopting/apart.ts';
import { recordNotThere } from '../../../nouns/order-flow/release/adopting/not-there.ts';
import { recordAccepted } from '../../../nouns/order-flow/release/adopting/record-accepted.ts';
import {
  type Adopted,
  adoptTogether,
  type FoundOtherwise,
  recordFoundOtherwise,
  renameToFound,
  takenMeanwhile,
} from '../../../nouns/order-flow/release/adopting/take-over.ts';
import { recordCancelReplies } from '../../../nouns/order-flow/release/cancelling/replies.ts';
import { recordCancelOutcome } from '../../../nouns/order-flow/release/holding/cancel.ts';
import { recordHeldAtChannel } from '../../../nouns/order-flow/release/holding/hold-at-channel.ts';
import { recordHoldOutcome } from '../../../nouns/order-flow/release/holding/hold-at-warehouse.ts';
import { recordCancelledByWarehouse } from '../../../nouns/order-flow/release/record-cancelled.ts';
import { recordShipReplies } from '../../../nouns/order-flow/release/ship-requests/replies.ts';
import { recordReplaced } from '../../../nouns/order-flow/sent/replaced.ts';
import { recordConfirmed } from '../../../nouns/order-flow/shipping/record-confirmed.ts';
import { followBookedParcels } from '../../../nouns/stock-out/bookings/booked-parcels.ts';
import { recordLowered, recordStock, type StockOutcome } from '../../../nouns/stock-out/record.ts';
import type { Connection } from '../../../shared/connections/calls/session.ts';
import { forbiddenMs, recordForbidden, settleForbidden } from '../../../shared/connections/health/forbidden.ts';
import { concernsAll, recordFailure, recordSuccess, releaseProbe, toleratedFailures } from '../../../shared/connections/health/health.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { type Effect, finishEffects, leavesDoubt, lockEffects, postponeEffects } from '../../../shared/outbox/claim.ts';
import { awaitTickets } from '../../../shared/outbox/tickets.ts';
import { lockPurchases, recordPurchaseReplies } from '../purchase-effects.ts';
import type { EffectReply } from './effect-reply.ts';
import { recordRefusals } from './refusals.ts';

/** `settled`: the ticket that it waited for says so, and is done with. */
export type EffectOutcome = { effect: Effect; result: Result<EffectReply>; settled?: true };
type Done = { effect: Effect; reply: EffectReply };
type Failed = { effect: Effect; failure: Failure; settled?: true };

/** A confirmation that the other side took and has not settled by then needs a person. */
const unsettledMs = 24 * 3_600_000;

/** Attempts at a passing failure before a person is asked: about an hour of back-off. */
const mostAttempts = 15;

/**
 * Records what became of effects: what was done moves its orders on; what failed waits, or opens an issue. `tried`: it was the
 * probe of a half-open circuit.
 */
export async function recordOutcomes(
  tenant: Tenant,
  connection: Connection,
  all: EffectOutcome[],
  token: string,
  tried: boolean,
): Promise<void> {
  const effects = all.map(({ effect }) => effect);
  await lockPurchases(tenant, effects);
  await lockOrdersSent(tenant, effects);
  await lockEffects(tenant, idsOf(effects));
  const outcomes = await withoutTaken(tenant, connection, all);
  const replies = outcomes.flatMap(({ effect, result }) =>
    result.ok && !isOverdue(effect, result.value) ? [{ effect, reply: result.value }] : [],
  );
  const done = replies.filter(({ reply }) => reply.kind !== 'pending');
  const pending = replies.flatMap(({ effect, reply }) => (reply.kind === 'pending' ? [{ ...reply, id: effect.id }] : []));
  if (pending.length > 0) await awaitTickets(tenant, token, pending);
  const lowered = replies.flatMap(({ reply }) => (reply.kind === 'pending' ? (reply.lowered ?? []) : []));
  if (lowered.length > 0) await recordLowered(tenant, connection.id, lowered);
  const finished = idsOf(done.map(({ effect }) => effect));
  const ours = await finishEffects(tenant, finished, token);
  const own = done.filter(({ effect }) => ours.has(effect.id));
  await recordReplies(tenant, connection, own);
  const failed = outcomes.flatMap(({ effect, result, settled }): Failed[] => {
    if (!result.ok) return [{ effect, failure: result.failure, ...(settled && { settled }) }];
    return isOverdue(effect, result.value) ? [{ effect, failure: unsettled }] : [];
  });
  await recordFailures(tenant, connection, failed, token);
  for (const kind of new Set(done.map(({ effect }) => effect.kind))) await settleForbidden(tenant, connection, kind);
  await recordHealth(tenant, connection, failed, { replied: replies.length > 0, tried });
}

/** What the outcomes say of the connection itself. */
async function recordHealth(
  tenant: Tenant,
  connection: Connection,
  failed: Failed[],
  { replied, tried }: { replied: boolean; tried: boolean },
): Promise<void> {
  const general = failed.find(({ failure }) => concernsAll(failure) && counts(failure));
  const { id } = connection;
  if (general) await recordFailure(tenant, connection, general.failure, tried);
  // A refusal shows that the connection works.
  const refusals = failed.some(({ failure }) => !concernsAll(failure));
  if (replied || refusals) await recordSuccess(tenant, id);
  else if (tried && !general) await releaseProbe(tenant, id);
}

const isOverdue = ({ ticket_since }: Effect, { kind }: EffectReply) =>
  kind === 'pending' && ticket_since !== null && Date.now() - ticket_since.getTime() > unsettledMs;
/** Sent again by a person, it is looked up first. */
const unsettled: Failure = { kind: 'rejected', code: 'other', reason: because({ code: 'sending.unsettled' }) };

/** What another order of ours is by now, this one is not: it is looked for once more, at once, and then sent. */
async function withoutTaken(tenant: Tenant, { id }: Connection, outcomes: EffectOutcome[]): Promise<EffectOutcome[]> {
  const taken = await takenMeanwhile(
    tenant,
    id,
    outcomes.flatMap(({ effect, result }) => (result.ok ? adoptedBy(effect, result.value) : [])),
  );
  return outcomes.map((outcome) => (taken.has(outcome.effect.warehouse_order_id ?? 0) ? { ...outcome, result: lookAnew() } : outcome));
}

const lookAnew = (): EffectOutcome['result'] => ({
  ok: false,
  failure: {
    kind: 'retry',
    at: new Date(),
    reason: because({ code: 'sending.another_order' }),
    maybeDone: false,
    limited: true,
  },
});

/** What was looked for under its number too may be under another reference. */
const adoptedBy = ({ by_number, warehouse_order_id: warehouseOrderId }: Effect, reply: EffectReply): Adopted[] =>
  reply.kind === 'accepted' && by_number && warehouseOrderId !== null ? [{ warehouseOrderId, state: reply.state }] : [];

const foundOtherwise = ({ effect: { warehouse_order_id: warehouseOrderId }, reply }: Done): FoundOtherwise[] =>
  reply.kind === 'found_otherwise' && warehouseOrderId !== null ? [{ warehouseOrderId, ours: reply.ours, theirs: reply.theirs }] : [];

async function recordReplies(tenant: Tenant, connection: Connection, done: Done[]): Promise<void> {
  await recordTaken(tenant, connection, done);
  const confirmed = ofKind(done, 'confirmed');
  const confirmations = confirmed.map(({ effect, reply }) => ({ ...effect, told: reply.told ?? true }));
  await recordConfirmed(tenant, confirmations);
  const orderIds = confirmed.flatMap(({ effect }) => effect.order_id ?? []);
  await followBookedParcels(tenant, connection, orderIds);
  const stock = ofKind(done, 'stock').map(stockOutcome);
  await recordStock(tenant, connection, stock);
  const acknowledged = ofKind(done, 'acknowledged').map(({ effect }) => effect.key);
  if (acknowledged.length > 0)
    await closeIssues(tenant, { connectionId: connection.id, types: ['retries_exhausted'], subjects: acknowledged });
  const held = ofKind(done, 'held_at_channel').flatMap(({ effect: { order_id: orderId }, reply }) =>
    orderId === null ? [] : [{ orderId, until: reply.until }],
  );
  await recordHeldAtChannel(tenant, connection.name, held);
  const decisions = ofKind(done, 'cancel_decided').map(({ effect, reply: { reply } }) => ({ key: effect.key, reply }));
  await recordCancelReplies(tenant, connection, decisions);
  const requests = ofKind(done, 'ship_decided').map(({ effect, reply: { reply } }) => ({ key: effect.key, reply }));
  await recordShipReplies(tenant, connection, requests);
  await recordPurchaseReplies(tenant, done);
  for (const { effect, reply } of done)
    if (effect.warehouse_order_id !== null) await recordRequestReply(tenant, effect.warehouse_order_id, reply);
}

type ReplyOf<Kind extends EffectReply['kind']> = Extract<EffectReply, { kind: Kind }>;
const ofKind = <Kind extends EffectReply['kind']>(done: Done[], kind: Kind): { effect: Effect; reply: ReplyOf<Kind> }[] =>
  done.flatMap(({ effect, reply }) => (reply.kind === kind ? [{ effect, reply: reply as ReplyOf<Kind> }] : []));

/** What the warehouse took, and what it has instead. */
async function recordTaken(tenant: Tenant, connection: Connection, done: Done[]): Promise<void> {
  const adopted = done.flatMap(({ effect, reply }) => adoptedBy(effect, reply));
  await renameToFound(tenant, adopted);
  const otherwise = done.flatMap(foundOtherwise);
  await recordFoundOtherwise(tenant, connection.id, otherwise);
  const apart = ofKind(done, 'found_apart').flatMap(({ effect }) => effect.warehouse_order_id ?? []);
  await takeApart(tenant, apart);
  const notThere = ofKind(done, 'not_there').flatMap(({ effect }) => effect.warehouse_order_id ?? []);
  await recordNotThere(tenant, notThere);
  const accepted = ofKind(done, 'accepted').map(({ reply }) => reply.state);
  await recordAccepted(tenant, connection.id, [...accepted, ...(await adoptTogether(tenant, connection.id, otherwise))]);
}

/** What the warehouse said of a request about one that it has. */
async function recordRequestReply(tenant: Tenant, warehouseOrderId: number, reply: EffectReply): Promise<void> {
  if (reply.kind === 'cancel' && reply.outcome === 'cancelled') await recordCancelledByWarehouse(tenant, warehouseOrderId);
  else if (reply.kind === 'cancel' && reply.outcome !== 'cancelled') await recordCancelOutcome(tenant, warehouseOrderId, reply.outcome);
  else if (reply.kind === 'replaced') await recordReplaced(tenant, warehouseOrderId, reply.replacement);
  else if (reply.kind === 'hold') await recordHoldOutcome(tenant, warehouseOrderId, reply.held, reply.outcome);
}

async function recordFailures(tenant: Tenant, connection: Connection, failed: Failed[], token: string): Promise<void> {
  if (failed.length === 0) return;
  // During an outage the failure is not the order's.
  const outage = connection.failuresInARow >= toleratedFailures;
  const waits = failed.filter(
    ({ effect, failure }) =>
      mends.has(failure.kind) || (failure.kind === 'retry' && (outage || !counts(failure) || effect.attempts < mostAttempts)),
  );
  for (const { effect, failure } of waits)
    if (failure.kind === 'forbidden') await recordForbidden(tenant, connection.id, effect.kind, failure.reason);
  await postponeEffects(
    tenant,
    token,
    waits.map(({ effect, failure, settled = false }) => ({
      settled,
      id: effect.id,
      reason: failure.reason,
      at: failure.kind === 'retry' ? failure.at : failure.kind === 'forbidden' ? new Date(Date.now() + forbiddenMs) : null,
      maybeDone: leavesDoubt(failure),
      counts: counts(failure),
    })),
  );
  const ends = failed.filter((each) => !waits.includes(each));
  await recordRefusals(tenant, connection, ends, token);
}

/** A call that waits for its rate limit, or for a permission, is not an attempt. */
const counts = (failure: Failure) => !(failure.kind === 'forbidden' || (failure.kind === 'retry' && failure.limited === true));

/** A person mends these, and the effect then goes out. */
const mends = new Set<Failure['kind']>(['reconnect', 'forbidden']);

const stockOutcome = ({ effect, reply: { outcome, stock } }: { effect: Effect; reply: ReplyOf<'stock'> }): StockOutcome => ({
  ...{ listingId: Number(effect.key), runId: effect.run_id, outcome, reason: null, maybeLate: effect.maybe_done },
  ...{ quantity: stock?.quantity ?? null, locationId: stock?.location_id ?? null },
});
