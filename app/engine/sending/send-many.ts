import type { ConfirmOutcome, Failure, Result } from '../../../connectors/contract.ts';
import { because } from '../../base/reasons.ts';
import type { Engine } from '../../base/worker-context.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import type { CallContext, Connection } from '../../shared/connections/calls/session.ts';
import type { Effect } from '../../shared/outbox/claim.ts';
import { acknowledged } from '../acknowledge.ts';
import type { Group, GroupOutcome } from './composing/group.ts';
import type { Messages } from './composing/messages.ts';
import { queueOf } from './queue-of.ts';
import type { EffectReply } from './replies/effect-reply.ts';
import { mustTell, stockOf } from './send-stock.ts';

/** How many a channel takes in one call. */
export type Most = { confirmations: number; stock: number };

/**
 * Divides effects into calls: acknowledgements of one stream together, confirmations and stock as many as the channel takes at once,
 * those that wait for one ticket together. What may be done already is looked up first, by itself.
 */
export function groupsOf(effects: Effect[], messages: Messages, most: Most): Group[] {
  const groups = Map.groupBy(effects, (effect) => groupKey(effect, messages, most));
  return [...groups].flatMap(([key, all]) =>
    chunks(all, key === 'confirm' ? most.confirmations : key === 'stock' ? most.stock : all.length),
  );
}

function groupKey(effect: Effect, messages: Messages, most: Most): string {
  const { id, kind, key, ticket, maybe_done } = effect;
  if (kind === 'stock' && ticket !== null) return `stock:${ticket}`;
  if (kind === 'stock') return mustTell(effect, stockOf(effect, messages)) ? 'stock' : 'no stock';
  if (kind === 'acknowledge') return `acknowledge:${acknowledged(key).stream}`;
  const message = messages.get(id);
  if (message?.kind !== 'confirm') return `${id}`;
  if (ticket !== null) return `ticket:${ticket}`;
  return maybe_done || message.looksShipped || message.completesNone || most.confirmations === 1 ? `${id}` : 'confirm';
}

function chunks(all: Effect[], size: number): Group[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size) as Group);
}

/** Acknowledges records of a queue. What has no outcome is tried again; one that is no longer there needs no acknowledgement. */
export async function acknowledgeGroup(engine: Engine, connection: Connection, group: Group, call: CallContext): Promise<GroupOutcome[]> {
  const { stream: name } = acknowledged(group[0].key);
  const stream = queueOf(engine, connection, name, call);
  const idOf = ({ key }: Effect) => acknowledged(key).remoteId;
  const result = stream?.mode === 'queue' ? await stream.acknowledge(group.map(idOf)) : { ok: true as const, value: [] };
  if (!result.ok) return group.map((effect) => ({ effect, result }));
  const outcomes = new Map(result.value.map(({ remoteId, failure }) => [remoteId, failure ?? null]));
  return group.map((effect) => {
    const failure = outcomes.get(idOf(effect));
    if (failure === undefined) return { effect, result: { ok: false, failure: unsaid(engine, false) } };
    const done = failure === null || failure.kind === 'not_found';
    return { effect, result: done ? { ok: true, value: { kind: 'acknowledged' } } : { ok: false, failure } };
  });
}

/** Confirms several shipments in one call, or asks what became of those that wait for one ticket. */
export async function confirmGroup(
  engine: Engine,
  connection: Connection,
  group: Group,
  messages: Messages,
  call: CallContext,
): Promise<GroupOutcome[]> {
  const channel = capabilityOf(engine, connection, 'confirmations', call);
  const [{ ticket }] = group;
  const confirmations = group.flatMap(({ id }) => {
    const message = messages.get(id);
    return message?.kind === 'confirm' ? [message.confirmation] : [];
  });
  const keys = confirmations.map(({ key }) => key);
  const result = ticket === null ? await channel.confirm(confirmations) : ((await channel.ask?.(ticket, keys)) ?? forgotten(ticket));
  if (result.ok) {
    const outcomes = new Map(result.value.map((outcome) => [outcome.key, outcome]));
    return group.map((effect) => ({ effect, result: replyOf(engine, outcomes.get(effect.key)) }));
  }
  // The ticket is forgotten: each is looked up, and sent again where it has to be.
  if (ticket !== null && result.failure.kind === 'not_found')
    return group.map((effect) => ({ effect, result: { ok: true, value: { kind: 'pending', ticket: null, at: engine.now() } } }));
  return group.map((effect) => ({ effect, result }));
}

function replyOf(engine: Engine, outcome: ConfirmOutcome | undefined): Result<EffectReply> {
  if (outcome === undefined) return { ok: false, failure: unsaid(engine, true) };
  if (outcome.kind === 'failed') return { ok: false, failure: outcome.failure };
  if (outcome.kind === 'pending') return { ok: true, value: { kind: 'pending', ticket: outcome.ticket, at: outcome.at } };
  return { ok: true, value: { kind: 'confirmed' } };
}

const forgotten = (ticket: string): Result<never> => ({
  ok: false,
  failure: { kind: 'not_found', reason: because({ code: 'sending.ticket_forgotten', ticket }) },
});

const unsaid = (engine: Engine, maybeDone: boolean): Failure => ({
  kind: 'retry',
  at: new Date(engine.now().getTime() + 10_000),
  reason: because({ code: 'sending.not_said' }),
  maybeDone,
});
