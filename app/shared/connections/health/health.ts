import { sql } from 'kysely';
import { href } from 'react-router';
import type { Failure, Reason } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { because } from '../../../base/reasons.ts';
import { publish } from '../../../people/notifications/publish.ts';
import { openIssues } from '../../issues/commands.ts';
import type { Connection } from '../calls/session.ts';
import { wakeConnection } from '../streams/wake.ts';

/** After this many failures in a row the circuit opens: nothing is called until its time, then one call tries. */
export const toleratedFailures = 5;
const firstPauseSeconds = 5;
/** The end of an outage is noticed within this time, however long it was. */
const longestPauseSeconds = 30;
/** How long a probe may take before another caller may probe. */
const probeSeconds = 20;

/** A failure of the connection as a whole, whatever was asked. That somebody else changed a record first shows that it works. */
export const concernsAll = (failure: Failure): failure is Extract<Failure, { kind: 'retry' | 'reconnect' }> =>
  failure.kind === 'reconnect' || (failure.kind === 'retry' && !failure.changed);

/** Whether a connection may be called: freely, once as a probe because its circuit is half open, or not at all. */
export async function mayCall(tenant: Tenant, connection: Connection): Promise<'freely' | 'once' | 'no'> {
  const { id, state, blockedUntil, opens } = connection;
  if (state === 'needs_reconnect' && !opens)
    await recordFailure(tenant, connection, { kind: 'reconnect', reason: because({ code: 'connection.secrets_lost' }) });
  if (state !== 'active') return 'no';
  if (blockedUntil === null) return 'freely';
  const { numAffectedRows } = await sql`
    update connections set blocked_until = now() + make_interval(secs => ${probeSeconds})
    where ${inAccount(tenant)} and id = ${id} and blocked_until <= now()`.execute(tenant.db);
  return numAffectedRows ? 'once' : 'no';
}

/** Gives a probe up without a call, so that another caller may probe. */
export async function releaseProbe(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`update connections set blocked_until = now() where ${inAccount(tenant)} and id = ${connectionId}
    and blocked_until is not null`.execute(tenant.db);
}

/** What is set of a connection that replied. */
export const asWorking = sql`failures_in_a_row = 0, blocked_until = null, last_ok_at = now()`;
/** Whether that is written: at most once in a few seconds, so that a busy connection's row is not rewritten all the time. */
export const isNews = sql`(failures_in_a_row > 0 or blocked_until is not null or last_ok_at is null
  or last_ok_at < now() - interval '5 seconds')`;

/** Records that a connection replied: closes its circuit and wakes what waited for that. */
export async function recordSuccess(tenant: Tenant, connectionId: number): Promise<void> {
  const { rows } = await sql<{ was_blocked: boolean }>`
    update connections set ${asWorking} where ${inAccount(tenant)} and id = ${connectionId} and ${isNews}
    returning old.blocked_until is not null as was_blocked`.execute(tenant.db);
  if (rows[0]) await afterSuccess(tenant, connectionId, rows[0].was_blocked);
}

/** What follows once it was written. */
export async function afterSuccess(tenant: Tenant, connectionId: number, wasBlocked: boolean): Promise<void> {
  notify(tenant, 'connections', [connectionId]);
  if (wasBlocked) await wakeConnection(tenant, connectionId, true);
}

/**
 * Records a failure that concerns the connection as a whole, as it was when it was called. `tried`: it was the probe of a half-open
 * circuit.
 */
export async function recordFailure(tenant: Tenant, connection: Called, failure: Failure, tried = false): Promise<void> {
  if (failure.kind === 'reconnect') await needReconnect(tenant, connection, failure.reason);
  else await countFailure(tenant, connection.id, failure.reason, tried);
  notify(tenant, 'connections', [connection.id]);
}

/** Ignores failures of calls that were already on their way when the circuit opened. */
async function countFailure(tenant: Tenant, connectionId: number, reason: Reason, tried: boolean): Promise<void> {
  await sql`
    update connections set failures_in_a_row = failures_in_a_row + 1, last_failure = ${JSON.stringify(reason)}, last_failure_at = now(),
      blocked_until = (select case when failures_in_a_row + 1 >= ${toleratedFailures}
        then now() + make_interval(secs => least(${longestPauseSeconds},
          ${firstPauseSeconds} * power(2, least(failures_in_a_row + 1 - ${toleratedFailures}, 10)))
          * ${0.5 + Math.random() / 2}::float8) end)
    where ${inAccount(tenant)} and id = ${connectionId} and (${tried} or blocked_until is null or blocked_until <= now())`.execute(
    tenant.db,
  );
}

type Called = Pick<Connection, 'id' | 'credential'>;

/**
 * The credentials were refused: everything of this connection waits until a person reconnects it. Where somebody has done so since the
 * call began, what was refused is what they replaced.
 */
async function needReconnect(tenant: Tenant, { id: connectionId, credential }: Called, reason: Reason): Promise<void> {
  const { rows } = await sql<Columns<'connections', 'name' | 'slug'>>`
    update connections set state = 'needs_reconnect', last_failure = ${JSON.stringify(reason)}, last_failure_at = now()
    where ${inAccount(tenant)} and id = ${connectionId} and state in ('active', 'needs_reconnect')
      and credential is not distinct from ${credential}::text
    returning name, slug`.execute(tenant.db);
  const [connection] = rows;
  if (!connection) return;
  const sentence =
    reason.code === 'connection.secrets_lost'
      ? ({ code: 'secrets_lost', connection: connection.name } as const)
      : ({ code: 'requests_refused', connection: connection.name, reason } as const);
  const opened = await openIssues(tenant, [{ connectionId, type: 'needs_reconnect', subject: 'credentials', sentence }]);
  if (opened.length === 0) return;
  const path = `${href('/settings/connectors/:name', { name: connection.slug })}?edit`;
  await publish(tenant, { kind: 'needs_reconnect', sentence, path, connectionId });
}
