import { z } from 'zod';
import type { Channel, Connector, ConnectorSession, Settings, Warehouse } from '../../../connectors/contract.ts';
import { memoryLimits } from '../../../connectors/http/limits.ts';
import { connectorNamed } from '../../../connectors/index.ts';
import { openSession, type SessionContext } from '../../../connectors/session.ts';
import type { Column, Columns } from '../../../platform/columns.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Seal } from '../../../platform/seal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Engine } from '../../engine.ts';
import { sharedLimits } from './limits.ts';

/** A connection as the engine works with it: settings opened, circuit and state known. */
export type Connection = Columns<'connections', 'id' | 'slug' | 'name' | 'kind' | 'state'> & {
  accountId: number;
  failuresInARow: Column<'connections', 'failures_in_a_row'>;
  blockedUntil: Column<'connections', 'blocked_until'>;
  webhookSecret: string | null;
  settings: Settings;
  connector: Connector;
};

/**
 * What a call to the other side carries. `attempt` lengthens the back-off, `subject` names the record in the log,
 * `userId` the person who asked for it, `mayStart` is called just before a request leaves.
 */
export type CallContext = { attempt: number; subject: string | null; userId?: number | null; mayStart?: () => boolean };

/** How long a call may last, from its first byte to the last one of the reply. */
export const callTimeoutMs = 15_000;

export const secretContext = (accountId: number, connectionId: number) => `connection:${accountId}:${connectionId}`;

/** Reads a connection, its secrets opened. Undefined when it does not exist in this account. */
export async function getConnection(tenant: Tenant, seal: Seal, id: number): Promise<Connection | undefined> {
  const row = await tenant.db
    .selectFrom('connections')
    .selectAll()
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const secrets = row.secrets === null ? {} : (JSON.parse(seal.open(row.secrets, secretContext(row.account_id, row.id))) as Settings);
  return {
    accountId: row.account_id,
    id: row.id,
    slug: row.slug,
    name: row.name,
    kind: row.kind,
    state: row.state,
    failuresInARow: row.failures_in_a_row,
    blockedUntil: row.blocked_until,
    webhookSecret: row.webhook_secret === null ? null : seal.open(row.webhook_secret, secretContext(row.account_id, row.id)),
    settings: { ...(row.settings as Settings), ...secrets },
    connector: connectorNamed(row.connector),
  };
}

/** The channel of a connection, for one call. @throws when the connector is none. */
export function channelOf(engine: Engine, connection: Connection, call: CallContext): Channel {
  const { channel } = connection.connector;
  if (!channel) throw new Error(`${connection.connector.name} is not a channel.`);
  return channel(sessionOf(engine, connection, call));
}

/** The warehouse of a connection, for one call. @throws when the connector is none. */
export function warehouseOf(engine: Engine, connection: Connection, call: CallContext): Warehouse {
  const { warehouse } = connection.connector;
  if (!warehouse) throw new Error(`${connection.connector.name} is not a warehouse.`);
  return warehouse(sessionOf(engine, connection, call));
}

/** What the channel accepts as a confirmation; null for a warehouse. Makes no call. */
export function confirmsOf(connector: Connector, settings: Settings): Channel['confirms'] | null {
  const quiet = { limitStore: memoryLimits(), sandboxOrigin: null, sink: () => undefined };
  return connector.channel?.(openSession(connector, settings, quiet)).confirms ?? null;
}

function sessionOf(
  engine: Engine,
  { accountId, id, connector, settings }: Connection,
  { attempt, subject, userId = null, mayStart }: CallContext,
) {
  return opened(connector, settings, {
    limitStore: sharedLimits(engine.database, accountId),
    sandboxOrigin: engine.sandboxOrigin,
    now: engine.now,
    timeoutMs: callTimeoutMs,
    attempt,
    ...(mayStart ? { mayStart } : {}),
    sink: ({ at, operation, method, url, status, durationMs, failure, request, response }) =>
      engine.exchanges.add({
        accountId,
        connectionId: id,
        userId,
        ...{ at, operation, subject, method, url, status, request, response },
        tookMs: durationMs,
        outcome: failure === null ? 'ok' : `${failure.kind}: ${failure.reason}`,
      }),
  });
}

/** Settings stored for an earlier version of the connector may lack what it requires now. */
function opened(connector: Connector, settings: Settings, surroundings: SessionContext): ConnectorSession {
  try {
    return openSession(connector, settings, surroundings);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw refuse(
      409,
      'needs_reconnect',
      `The settings stored for this connection do not fit ${connector.label} any more. Connect it again.`,
    );
  }
}
