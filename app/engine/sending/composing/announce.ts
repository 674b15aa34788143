import type { AsnState, InboundNotice, Result, Warehouse } from '../../../../connectors/contract.ts';
import { mapResult } from '../../../../connectors/http/result.ts';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { because } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { isOurs, takenAsns } from '../../../nouns/purchase-flow/asn/conflict.ts';
import { digestOf } from '../../../nouns/purchase-flow/asn/notice.ts';
import type { Connection } from '../../../shared/connections/calls/session.ts';
import type { Effect } from '../../../shared/outbox/claim.ts';
import type { EffectReply } from '../replies/effect-reply.ts';
import { lookAgain, mayBeThere } from './in-doubt.ts';

/** `sent`: the goods of everything that was sent under its reference. */
export type Announcement = { notice: InboundNotice; sent: string[] };
type Announcing = { engine: Engine; connection: Connection; warehouse: Warehouse; effect: Effect } & Announcement;

/**
 * Announces a purchase order. What the warehouse has already is ours only where SKUs and quantities agree: whether it was looked for
 * because an attempt may have arrived, is found by its order number, or comes back in place of a new one. One that would make it a second
 * time is first given the time to take in the attempt.
 */
export async function announce(announcing: Announcing): Promise<Result<EffectReply>> {
  const { warehouse, notice, effect } = announcing;
  const before =
    (effect.maybe_done ? await lookUp(announcing, { tries: false }) : null) ??
    (effect.by_number ? await findByNumber(announcing) : null) ??
    (effect.maybe_done && warehouse.asnsRepeat ? lookAgain(effect) : null);
  if (before) return before;
  const result = await (warehouse.createAsn?.(notice) ?? cannot);
  if (!result.ok)
    return result.failure.kind === 'rejected' && result.failure.code === 'duplicate'
      ? ((await lookUp(announcing, { tries: true })) ?? result)
      : result;
  const { created, ...state } = result.value;
  if (state.reference !== notice.reference) return (await lookUp(announcing, { tries: true })) ?? otherwise(notice, state);
  if (!created) return adopt(announcing, state);
  // It is new by this call; where the warehouse says what it has of it, that has to be what it was told.
  return state.lines === null || isOurs(notice, [], state) ? accepted(state, notice) : otherwise(notice, state);
}

const cannot = {
  ok: false,
  failure: { kind: 'rejected', code: 'other', reason: because({ code: 'sending.no_announcements' }) },
} as const;

const cannotCancel = {
  ok: false,
  failure: { kind: 'rejected', code: 'other', reason: because({ code: 'sending.no_withdrawing' }) },
} as const;

/** As one whose goods have come: there is nothing to tell where they are the same as were announced. */
const cannotChange = {
  ok: false,
  failure: { kind: 'rejected', code: 'too_late', reason: because({ code: 'sending.no_changes' }) },
} as const;

const accepted = (state: AsnState, notice: InboundNotice): Result<EffectReply> => ({
  ok: true,
  value: { kind: 'announced', state, digest: digestOf(notice) },
});
const otherwise = (ours: InboundNotice, theirs: AsnState): Result<EffectReply> => ({
  ok: true,
  value: { kind: 'asn_otherwise', ours, theirs },
});

/**
 * What the warehouse has under our reference; null where that is nothing. One that cannot be looked up may be there, whatever the reason.
 */
async function lookUp(announcing: Announcing, attempt: { tries: boolean }): Promise<Result<EffectReply> | null> {
  const { warehouse, notice, effect } = announcing;
  const found = await warehouse.findAsn?.(notice.reference);
  if (!found) return null;
  if (found.ok) return adopt(announcing, found.value);
  const { failure } = found;
  return failure.kind === 'not_found' ? null : mayBeThere(failure, effect, attempt);
}

/** One that carries its number, is not cancelled and is none of our others. Null: there is none, so it may be announced. */
async function findByNumber(announcing: Announcing): Promise<Result<EffectReply> | null> {
  const { warehouse, notice, sent } = announcing;
  // The number of its source, and not ours, which a restored database gives to others.
  const [number] = notice.orderNumbers;
  if (number === undefined || !warehouse.findAsnsByNumber) return null;
  const carrying = await warehouse.findAsnsByNumber(number);
  if (!carrying.ok) return carrying;
  const standing = carrying.value.filter(({ status }) => status !== 'cancelled');
  const taken = await takenByOthers(announcing, standing);
  const free = standing.filter(({ asnId }) => !taken.has(asnId));
  const found = free.find((state) => isOurs(notice, sent, state)) ?? free[0];
  return found ? adopt(announcing, found) : null;
}

/**
 * One that is ours is told again where it can be: what it says may have changed since. Where it cannot, because its goods have come
 * in the meantime, it is announced all the same: to announce it anew would bring the goods twice.
 */
async function adopt(announcing: Announcing, state: AsnState): Promise<Result<EffectReply>> {
  const { warehouse, notice, sent } = announcing;
  if (!isOurs(notice, sent, state) || (await takenByOthers(announcing, [state])).size > 0) return otherwise(notice, state);
  const ours = { ...notice, reference: state.reference };
  const again = await (warehouse.replaceAsn?.(state.asnId, ours) ?? { ok: true as const, value: state });
  // Where it cannot be told, it has what it was told before.
  const digest = warehouse.replaceAsn || isOurs(notice, [], state) ? digestOf(ours) : null;
  if (again.ok) return { ok: true, value: { kind: 'announced', state: again.value, digest, ours } };
  if (again.failure.kind !== 'rejected') return again;
  const now = await (warehouse.findAsn?.(state.reference) ?? { ok: true as const, value: state });
  return mapResult(now, (value) => ({ kind: 'announced', state: value, digest: null, ours }));
}

/**
 * Tells the warehouse what changed of an announcement. Where that comes too late, as its goods have come, or it cannot be told, and the
 * goods are the same as were announced, there is nothing left to tell.
 */
export async function announceChange(warehouse: Warehouse, asnId: string, notice: InboundNotice): Promise<Result<EffectReply>> {
  const changed = await (warehouse.replaceAsn?.(asnId, notice) ?? cannotChange);
  if (changed.ok) return accepted(changed.value, notice);
  if (changed.failure.kind !== 'rejected' || changed.failure.code !== 'too_late') return changed;
  const now = await warehouse.findAsn?.(notice.reference);
  if (now && !now.ok && now.failure.kind === 'retry') return now;
  return now?.ok && now.value.asnId === asnId && isOurs(notice, [], now.value) ? accepted(now.value, notice) : changed;
}

/** Asks the warehouse to expect nothing of an announcement. */
export async function cancelWhole(warehouse: Warehouse, asnId: string): Promise<Result<EffectReply>> {
  const withdrawn = await (warehouse.cancelAsn?.(asnId, 'Cancelled in Crossdock') ?? cannotCancel);
  return mapResult(withdrawn, (outcome) => ({ kind: 'withdrawn', outcome }));
}

async function takenByOthers({ engine, connection, effect }: Announcing, states: AsnState[]): Promise<Set<string>> {
  const { asn_id } = effect;
  if (asn_id === null) return new Set();
  return withoutPerson(engine.database, connection.accountId, (tenant) => takenAsns(tenant, connection.id, asn_id, states));
}
