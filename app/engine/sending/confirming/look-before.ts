import type { Result, ShippedList } from '../../../../connectors/contract.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { capabilityOf } from '../../../shared/connections/calls/capability.ts';
import type { Connection } from '../../../shared/connections/calls/session.ts';
import type { Message, Messages } from '../composing/messages.ts';

type Confirm = Extract<Message, { kind: 'confirm' }>;

/**
 * The list last requested of a connection: who asks while it is on its way shares it, and one that was too long is not requested again
 * soon.
 */
type Asked = { since: Date; list: Promise<Set<string> | undefined>; until: number; tooLong: boolean };
const lastAsked = new WeakMap<Engine, Map<number, Asked>>();
const notAgainForMs = 10_000;

/**
 * Finds out which orders somebody else has marked as shipped at the channel since we last read them, where a second mark would do
 * harm: those are looked up one by one before they are confirmed. For several orders that is one request; a single one is looked
 * up at once. When the list is too long, was a moment ago or cannot be read, all of them are looked up.
 */
export async function lookBeforeConfirming(engine: Engine, connection: Connection, messages: Messages): Promise<void> {
  const confirms = [...messages.values()].filter((message): message is Confirm => message.kind === 'confirm' && !message.looksShipped);
  if (confirms.length === 0) return;
  const { shippedSince } = capabilityOf(engine, connection, 'confirmations', { attempt: 0, subject: null });
  if (!shippedSince) return;
  const since = new Date(Math.min(...confirms.map(({ openUntil }) => openUntil.getTime())));
  const shipped = confirms.length === 1 ? undefined : await listed(engine, connection.id, since, shippedSince);
  for (const message of confirms) message.looksShipped = shipped?.has(message.confirmation.remoteOrderId) ?? true;
}

/** What was shipped since then, or undefined when that cannot be said. */
function listed(engine: Engine, connectionId: number, since: Date, list: (since: Date) => Promise<Result<ShippedList>>) {
  const lists = lastAsked.get(engine) ?? new Map<number, Asked>();
  lastAsked.set(engine, lists);
  const last = lists.get(connectionId);
  if (last && engine.now().getTime() < last.until && (last.tooLong || last.since <= since)) return last.list;
  const next: Asked = { since, list: ask(), until: Number.POSITIVE_INFINITY, tooLong: false };
  lists.set(connectionId, next);
  return next.list;

  async function ask(): Promise<Set<string> | undefined> {
    try {
      const result = await list(since);
      next.tooLong = result.ok && !result.value.all;
      return result.ok && result.value.all ? new Set(result.value.remoteIds) : undefined;
    } finally {
      next.until = engine.now().getTime() + (next.tooLong ? notAgainForMs : 0);
    }
  }
}
