import type { Connector, ConnectorSession } from '../../../../connectors/contract.ts';
import { openSession } from '../../../../connectors/session.ts';
import type { CapabilityName } from '../../../../connectors/settings.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { type CallContext, type Connection, contextOf, requireFitting } from './session.ts';

/**
 * A capability of a connection, for one call from this process. For workers alone: what a person waits for is asked apart, by `askOf`.
 * @throws when the connector lacks it; Refusal 409 when its settings no longer fit
 */
export function capabilityOf<K extends CapabilityName>(
  engine: Engine,
  connection: Connection,
  name: K,
  call: CallContext,
): ReturnType<NonNullable<Connector[K]>> {
  const { connector, settings } = connection;
  const open = connector[name] as ((session: ConnectorSession) => ReturnType<NonNullable<Connector[K]>>) | undefined;
  if (!open) throw new Error(`${connector.name} has no ${name}.`);
  requireFitting(connection);
  return open(openSession(connector, settings, contextOf(engine, connection, call)));
}
