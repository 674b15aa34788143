import { askHere } from '../../../../connectors/apart/ask-here.ts';
import type { Failure } from '../../../../connectors/contract.ts';
import { because } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import type { Connection } from '../../../shared/connections/calls/session.ts';
import { verifyIdentity } from '../../../shared/connections/identity/verify.ts';
import type { Effect } from '../../../shared/outbox/claim.ts';

/**
 * What a warehouse says of an effect that may have been done counts only when it says so as the one that may have done it: another
 * client's account does not have our order, refuses it, and it would be sent a second time once the right key is back. So the key is asked
 * whose it is, once for a batch. Returns why the effects have to wait.
 */
export async function notTheSameSide(engine: Engine, connection: Connection, effects: readonly Effect[]): Promise<Failure | null> {
  if (!connection.connector.warehouse || !effects.some(({ maybe_done }) => maybe_done)) return null;
  const check = checks.get(connection) ?? ask(engine, connection);
  checks.set(connection, check);
  return check;
}

/** By the connection as a batch has it: each batch reads its own. */
const checks = new WeakMap<Connection, Promise<Failure | null>>();

async function ask(engine: Engine, connection: Connection): Promise<Failure | null> {
  const result = await verifyIdentity(engine, connection, { userId: null, ask: askHere });
  if (result.ok) return null;
  const { failure } = result;
  if (failure.kind === 'retry' || failure.kind === 'reconnect' || failure.kind === 'forbidden') return failure;
  // Not to know whose key it is settles nothing about the order.
  const at = new Date(engine.now().getTime() + 60_000);
  const reason = because({ code: 'sending.key_unknown', connection: connection.name, because: failure.reason });
  return { kind: 'retry', at, reason, maybeDone: false };
}
