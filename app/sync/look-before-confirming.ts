import { type Connection, capabilityOf } from '../connections/calls/session.ts';
import type { Engine } from '../engine.ts';
import type { Message, Messages } from './messages.ts';

type Confirm = Extract<Message, { kind: 'confirm' }>;

/**
 * Finds out which orders somebody else has marked as shipped at the channel since we last read them, where a second mark would do
 * harm: those are looked up one by one before they are confirmed. For several orders that is one request; a single one is looked
 * up at once. When the list is too long or cannot be read, all of them are looked up.
 */
export async function lookBeforeConfirming(engine: Engine, connection: Connection, messages: Messages): Promise<void> {
  const confirms = [...messages.values()].filter((message): message is Confirm => message.kind === 'confirm' && !message.looksShipped);
  if (confirms.length === 0) return;
  const { shippedSince } = capabilityOf(engine, connection, 'confirmations', { attempt: 0, subject: null });
  if (!shippedSince) return;
  const since = new Date(Math.min(...confirms.map(({ openUntil }) => openUntil.getTime())));
  const result = confirms.length === 1 ? undefined : await shippedSince(since);
  const shipped = result?.ok && result.value.all ? new Set(result.value.remoteIds) : undefined;
  for (const message of confirms) message.looksShipped = shipped?.has(message.confirmation.remoteOrderId) ?? true;
}
