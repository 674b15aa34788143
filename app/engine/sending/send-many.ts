import { inPieces } from '../../../platform/pieces.ts';
import type { Engine } from '../../base/worker-context.ts';
import type { CallContext, Connection } from '../../shared/connections/calls/session.ts';
import type { Effect } from '../../shared/outbox/claim.ts';
import { acknowledged } from '../acknowledge.ts';
import type { Group, GroupOutcome } from './composing/group.ts';
import type { Messages } from './composing/messages.ts';
import { queueOf } from './queue-of.ts';
import { unsaid } from './replies/unsaid.ts';
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
    inPieces(all, key === 'confirm' ? most.confirmations : key === 'stock' ? most.stock : all.length).map((some) => some as Group),
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
