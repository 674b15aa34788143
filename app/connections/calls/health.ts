import { sql } from 'kysely';
import type { Failure } from '../../../connectors/contract.ts';
import { notify } from '../../../platform/events.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { wakeConnection } from '../streams/wake.ts';
import type { Connection } from './session.ts';

/** After this many failures in a row the circuit opens: nothing is called until its time, then one call tries. */
export const toleratedFailures = 5;
const firstPauseSeconds = 5;
/** An outage that ends is noticed within this time, however long it was. */
const longestPauseSeconds = 30;
/** How long the one who tries may take before another may. */
const probeSeconds = 20;

/** Whether a connection may be called: freely, for one try because its circuit is half open, or not at all. */
export async function mayCall(tenant: Tenant, { id, state, blockedUntil }: Connection): Promise<'freely' | 'once' | 'no'> {
  if (state !== 'active') return 'no';
  if (blockedUntil === null) return 'freely';
  const { numAffectedRows } = await sql`
    update connections set blocked_until = now() + make_interval(secs => ${probeSeconds})
    where account_id = ${tenant.accountId} and id = ${id} and blocked_until <= now()`.execute(tenant.db);
  return numAffectedRows ? 'once' : 'no';
}

/** The one who may try has nothing to say: someone else may. */
export async function releaseProbe(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`update connections set blocked_until = now() where account_id = ${tenant.accountId} and id = ${connectionId} and blocked_until is not null`.execute(
    tenant.db,
  );
}

/**
 * A connection answered: its circuit closes, and what waited for that goes on at once. Written at most once in a few
 * seconds, so that a busy connection's row is not rewritten all the time.
 */
export async function recordSuccess(tenant: Tenant, connectionId: number): Promise<void> {
  const { rows } = await sql<{ was_blocked: boolean }>`
    update connections set failures_in_a_row = 0, blocked_until = null, last_ok_at = now()
    where account_id = ${tenant.accountId} and id = ${connectionId}
      and (failures_in_a_row > 0 or blocked_until is not null or last_ok_at is null or last_ok_at < now() - interval '5 seconds')
    returning old.blocked_until is not null as was_blocked`.execute(tenant.db);
  if (rows.length > 0) notify(tenant, 'connections', [connectionId]);
  if (rows[0]?.was_blocked) await wakeConnection(tenant, connectionId);
}

/** A connection failed in a way that says something about it as a whole. `tried`: it was the one call of a half-open circuit. */
export async function recordFailure(tenant: Tenant, connectionId: number, failure: Failure, tried = false): Promise<void> {
  if (failure.kind === 'reconnect') await needReconnect(tenant, connectionId, failure.reason);
  else await countFailure(tenant, connectionId, failure.reason, tried);
  notify(tenant, 'connections', [connectionId]);
}

/** Calls that were on their way when the circuit opened, and fail after it, say nothing new. */
async function countFailure(tenant: Tenant, connectionId: number, reason: string, tried: boolean): Promise<void> {
  await sql`
    update connections set failures_in_a_row = failures_in_a_row + 1, last_failure = ${reason}, last_failure_at = now(),
      blocked_until = case when failures_in_a_row + 1 >= ${toleratedFailures}
        then now() + make_interval(secs => least(${longestPauseSeconds}, ${firstPauseSeconds} * power(2, least(failures_in_a_row + 1 - ${toleratedFailures}, 10))) * (0.5 + random() / 2)) end
    where account_id = ${tenant.accountId} and id = ${connectionId} and (${tried} or blocked_until is null or blocked_until <= now())`.execute(
    tenant.db,
  );
}

/** Credentials were refused: everything of this connection waits, unharmed, for a person. */
async function needReconnect(tenant: Tenant, connectionId: number, reason: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    update connections set state = 'needs_reconnect', last_failure = ${reason}, last_failure_at = now()
    where account_id = ${tenant.accountId} and id = ${connectionId} and state in ('active', 'needs_reconnect') returning name`.execute(
    tenant.db,
  );
  const [connection] = rows;
  if (!connection) return;
  await sql`
    insert into issues (account_id, connection_id, type, subject, sentence)
    values (${tenant.accountId}, ${connectionId}, 'needs_reconnect', 'credentials', ${`${connection.name} refused our credentials. Nothing is lost: orders wait until it is reconnected.`})
    on conflict do nothing`.execute(tenant.db);
  notify(tenant, 'issues');
}
