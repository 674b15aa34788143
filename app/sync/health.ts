import { sql } from 'kysely';
import type { Failure } from '../../connectors/contract.ts';
import { notify } from '../../platform/events.ts';
import type { Tenant } from '../../platform/tenant.ts';

/** After this many failures in a row the circuit opens: nothing is called until its time, then one call tries. */
const tolerated = 5;
const firstPauseSeconds = 5;
const longestPauseSeconds = 300;

/** A connection answered. Written at most once in a few seconds, so that a busy connection's row is not rewritten all the time. */
export async function noteAnswered(tenant: Tenant, connectionId: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update connections set failures_in_a_row = 0, blocked_until = null, last_ok_at = now()
    where account_id = ${tenant.accountId} and id = ${connectionId}
      and (failures_in_a_row > 0 or blocked_until is not null or last_ok_at is null or last_ok_at < now() - interval '5 seconds')`.execute(
    tenant.db,
  );
  if (numAffectedRows) notify(tenant, 'connections', [connectionId]);
}

/** A connection failed in a way that says something about it as a whole. */
export async function noteFailed(tenant: Tenant, connectionId: number, failure: Failure): Promise<void> {
  if (failure.kind === 'reconnect') await needReconnect(tenant, connectionId, failure.reason);
  else if (failure.kind === 'retry') await countFailure(tenant, connectionId, failure.reason);
  notify(tenant, 'connections', [connectionId]);
}

async function countFailure(tenant: Tenant, connectionId: number, reason: string): Promise<void> {
  await sql`
    update connections set failures_in_a_row = failures_in_a_row + 1, last_failure = ${reason}, last_failure_at = now(),
      blocked_until = case when failures_in_a_row + 1 >= ${tolerated}
        then now() + make_interval(secs => least(${longestPauseSeconds}, ${firstPauseSeconds} * power(2, least(failures_in_a_row + 1 - ${tolerated}, 10))) * (0.5 + random() / 2))
        else blocked_until end
    where account_id = ${tenant.accountId} and id = ${connectionId}`.execute(tenant.db);
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
