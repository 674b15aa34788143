import type { Confirmations, ConfirmOutcome, Result, ShipmentConfirmation } from '../../../../connectors/contract.ts';
import { because } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { capabilityOf } from '../../../shared/connections/calls/capability.ts';
import type { CallContext, Connection } from '../../../shared/connections/calls/session.ts';
import type { Group, GroupOutcome } from '../composing/group.ts';
import type { Messages } from '../composing/messages.ts';
import type { EffectReply } from '../replies/effect-reply.ts';
import { unsaid } from '../replies/unsaid.ts';

/** Confirms one shipment. `lookFirst`: the channel may know of it already. */
export async function confirm(
  engine: Pick<Engine, 'now'>,
  channel: Confirmations,
  confirmation: ShipmentConfirmation,
  lookFirst: boolean,
): Promise<Result<EffectReply>> {
  if (lookFirst) {
    const already = await channel.isConfirmed(confirmation);
    if (!already.ok) return already;
    if (already.value) return { ok: true, value: { kind: 'confirmed' } };
  }
  const result = await channel.confirm([confirmation]);
  return result.ok ? replyOf(engine, result.value[0]) : result;
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

function replyOf(engine: Pick<Engine, 'now'>, outcome: ConfirmOutcome | undefined): Result<EffectReply> {
  if (outcome === undefined) return { ok: false, failure: unsaid(engine, true) };
  if (outcome.kind === 'failed') return { ok: false, failure: outcome.failure };
  if (outcome.kind === 'pending') return { ok: true, value: { kind: 'pending', ticket: outcome.ticket, at: outcome.at } };
  return { ok: true, value: { kind: 'confirmed' } };
}

const forgotten = (ticket: string): Result<never> => ({
  ok: false,
  failure: { kind: 'not_found', reason: because({ code: 'sending.ticket_forgotten', ticket }) },
});
