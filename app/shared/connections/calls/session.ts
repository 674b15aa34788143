import { z } from 'zod';
import { type Ask, askApart } from '../../../../connectors/apart/ask.ts';
import type { About, Questions } from '../../../../connectors/apart/questions.ts';
import type { Confirmations, Connector, Reason, Result, Settings } from '../../../../connectors/contract.ts';
import { connectorNamed } from '../../../../connectors/index.ts';
import type { SessionContext } from '../../../../connectors/session.ts';
import { prepared, quietSession } from '../../../../connectors/settings.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { openedOrNull, type Seal } from '../../../../platform/seal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { because, wordReason } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { recordsOf } from './by-call/records.ts';
import { countCall, withWaitsCounted } from './counted.ts';
import { sharedLimits } from './limits.ts';
import { sharedTokens } from './tokens.ts';

/** A connection as the engine works with it: settings opened, circuit and state known. */
export type Connection = Columns<'connections', 'id' | 'slug' | 'name' | 'state' | 'identities' | 'credential'> & {
  accountId: number;
  failuresInARow: Column<'connections', 'failures_in_a_row'>;
  blockedUntil: Column<'connections', 'blocked_until'>;
  /** Streams and effects that its credentials may not do, with the reason. */
  forbidden: Record<string, unknown>;
  webhookSecret: string | null;
  /** What the vendor made for our subscription to its hints. */
  vendorSecret: string | null;
  /** Orders that are not known come in when they changed since, where its stream is read from before. */
  ordersSince: Date | null;
  catchesUp: Column<'connections', 'catches_up'>;
  settings: Settings;
  /** Whether its secrets could be opened. Those of a key that was lost are as if they were not there: a person enters them again. */
  opens: boolean;
  connector: Connector;
};

/**
 * What a call to the other side carries. `attempt` lengthens the back-off, `subject` names the record in the log,
 * `userId` the person who asked for it, `trial` that they wait for it, `mayStart` is called just before a request leaves.
 */
export type CallContext = { attempt: number; subject: string | null; userId?: number | null; mayStart?: () => boolean; trial?: boolean };

/** How long a call may last, from its first byte to the last one of the reply. */
export const callTimeoutMs = 15_000;

export const secretContext = (accountId: number, connectionId: number) => `connection:${accountId}:${connectionId}`;

/** Reads a connection, its secrets opened. Undefined when it does not exist in this account. */
export async function getConnection(tenant: Tenant, seal: Seal, id: number): Promise<Connection | undefined> {
  const row = await tenant.db
    .selectFrom('connections')
    .innerJoin('accounts', 'accounts.id', 'connections.account_id')
    .selectAll('connections')
    .select('accounts.suspended_at')
    .where(inAccount(tenant))
    .where('connections.id', '=', id)
    .executeTakeFirst();
  return row && connectionOf(seal, row);
}

/** The rows of a connection and its account that it is made of. */
export type ConnectionRow = Columns<
  'connections',
  | 'account_id'
  | ('id' | 'slug' | 'name' | 'connector' | 'state' | 'identities' | 'credential' | 'failures_in_a_row' | 'blocked_until')
  | ('forbidden' | 'settings' | 'secrets' | 'webhook_secret' | 'vendor_secret' | 'orders_since' | 'catches_up')
> &
  Columns<'accounts', 'suspended_at'>;

/** A connection of its rows, its secrets opened. */
export function connectionOf(seal: Seal, row: ConnectionRow): Connection {
  const opened = (sealed: string | null) => sealed && openedOrNull(seal, sealed, secretContext(row.account_id, row.id));
  const secrets = JSON.parse(opened(row.secrets) ?? '{}') as Settings;
  const opens = [row.secrets, row.webhook_secret, row.vendor_secret].every((sealed) => sealed === null || opened(sealed) !== null);
  return {
    accountId: row.account_id,
    id: row.id,
    slug: row.slug,
    name: row.name,
    identities: row.identities,
    credential: row.credential,
    state: stateOf(row, opens),
    failuresInARow: row.failures_in_a_row,
    blockedUntil: row.blocked_until,
    forbidden: row.forbidden as Record<string, unknown>,
    webhookSecret: opened(row.webhook_secret),
    vendorSecret: opened(row.vendor_secret),
    ordersSince: row.orders_since,
    catchesUp: row.catches_up,
    settings: { ...(row.settings as Settings), ...secrets },
    opens,
    connector: connectorNamed(row.connector),
  };
}

/** Nobody calls out for a suspended account, or without secrets; what waits is kept until it goes on. */
function stateOf({ state, suspended_at }: ConnectionRow, opens: boolean): Connection['state'] {
  if (state !== 'active') return state;
  return suspended_at !== null ? 'paused' : opens ? 'active' : 'needs_reconnect';
}

/** How a channel is told of shipments; null for what takes no confirmations. Makes no call. */
export function confirmsOf(connector: Connector, settings: Settings): Confirmations['per'] | null {
  return connector.confirmations?.(quietSession(connector, settings)).per ?? null;
}

/** Whether a channel can hold an order. Makes no call. */
export function holdsOf(connector: Connector, settings: Settings): boolean {
  return connector.orders?.(quietSession(connector, settings)).hold !== undefined;
}

/** What a warehouse can do with an order that it has; nothing where it is none. Makes no call. */
export function warehouseCan(connector: Connector, settings: Settings): { hold: boolean; replace: boolean } {
  const warehouse = connector.warehouse?.(quietSession(connector, settings));
  return { hold: warehouse?.setHold !== undefined, replace: warehouse?.replaceOrder !== undefined };
}

/** Whether a channel's orders come by a queue. Makes no call. */
export function acknowledgesOf(connector: Connector, settings: Settings): boolean {
  return connector.orders?.(quietSession(connector, settings)).stream.mode === 'queue';
}

/** What a call to a connection needs beside its settings. */
export function contextOf(
  engine: Engine,
  { accountId, id, identities, connector }: Connection,
  { attempt, subject, userId = null, mayStart, trial = false }: CallContext,
): SessionContext {
  return {
    limitStore: withWaitsCounted(sharedLimits(engine.database, accountId), connector.name),
    tokens: sharedTokens(engine.database, engine.seal, accountId),
    sandboxOrigin: engine.sandboxOrigin,
    application: engine.applications[connector.name] ?? null,
    now: engine.now,
    belongsTo: identities,
    ...(connector.byCall && { own: recordsOf(engine.database, accountId, id) }),
    timeoutMs: callTimeoutMs,
    attempt,
    trial,
    ...(mayStart ? { mayStart } : {}),
    sink: ({ at, operation, method, url, status, durationMs, failure, request, response }) => {
      countCall(connector.name, failure?.kind ?? 'ok');
      engine.exchanges.add({
        accountId,
        connectionId: id,
        userId,
        ...{ at, operation, subject, method, url, status, request, response },
        tookMs: durationMs,
        outcome: failure?.kind ?? 'ok',
        reason: failure?.reason ?? null,
      });
    },
  };
}

type AskOptions<Name extends keyof Questions> = {
  userId: number | null;
  question: Name;
  about?: About<Name>;
  /** The record concerned, as in `CallContext`. */
  subject?: string;
  /** Apart from this process, unless a worker asks. */
  ask?: Ask;
};

/**
 * Asks the other side of a connection because a person waits for it. Undefined where its connector cannot say it.
 * @throws Refusal 409 when its settings no longer fit
 */
export function askOf<Name extends keyof Questions>(
  engine: Engine,
  connection: Connection,
  { userId, question, about, subject, ask = askApart }: AskOptions<Name>,
): Promise<Result<Questions[Name]> | undefined> {
  const call = { attempt: 0, subject: subject ?? null, userId, trial: true };
  requireFitting(connection);
  const { connector, settings } = connection;
  return ask({ connector, settings, context: contextOf(engine, connection, call), question, ...(about !== undefined && { about }) });
}

/** Settings stored for an earlier version of the connector may lack what it requires now. @throws Refusal 409 */
export function requireFitting(connection: Connection): void {
  const misfit = misfitOf(connection);
  if (misfit) throw refuse(409, 'needs_reconnect', wordReason(misfit));
}

/** The same, as a reason; null where they fit. */
export function misfitOf({ connector, settings, opens }: Connection): Reason | null {
  if (!opens) return because({ code: 'connection.secrets_lost' });
  try {
    prepared(connector, settings);
    return null;
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return because({ code: 'connection.other_settings', connector: connector.label });
  }
}
