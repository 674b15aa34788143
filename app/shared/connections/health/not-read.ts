import { sql } from 'kysely';
import type { Failure } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { JobPayload } from '../../../base/job-queue.ts';
import { closeIssues, openIssues } from '../../issues/commands.ts';
import { toleratedFailures } from './health.ts';

type Of = Pick<JobPayload<'stream:pull'>, 'connectionId' | 'stream'>;

const hourMs = 3_600_000;

/** How long a stream `s` may fail until that is an issue. One that is read rarely has two turns. */
const tolerance = sql`greatest(interval '1 hour', make_interval(secs => 2 * s.every_seconds))`;

/** Since when a stream `s` fails, by its row as it was before it is read now: after a rest, as of a stopped server, that begins anew. */
export const failingSince = sql`(select case when s.read_at > now() - ${tolerance} then s.failing_since end)`;

/** A stream may not be read for now: what failed before says nothing of when it is read again. */
export async function forgetFailures(tenant: Tenant, { connectionId, stream }: Of): Promise<void> {
  await sql`update streams set failing_since = null where ${inAccount(tenant)} and connection_id = ${connectionId} and stream = ${stream}
    and failing_since is not null`.execute(tenant.db);
}

/** Whether a stream may have an issue, by its row as it was before it was drained at `at`. */
export const wasLate = (at: Date) => sql`(old.drained_at is null or old.drained_at < ${new Date(at.getTime() - hourMs)})`;

/**
 * A stream that fails while its connection works: the success of others hides it there. One that begins anew each time has pages that
 * succeed in between; any other counts once it failed several times in a row.
 */
export async function noteNotRead(tenant: Tenant, { connectionId, stream }: Of, { kind, reason }: Failure): Promise<void> {
  const { rows } = await sql<Columns<'connections', 'name'>>`
    select c.name from streams s join connections c on ${inAccount(tenant, 'c')} and c.id = s.connection_id
    where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId} and s.stream = ${stream} and c.state = 'active'
      and c.blocked_until is null and (s.failures >= ${toleratedFailures} or ${kind === 'cursor_expired'})
      and s.failing_since < now() - ${tolerance}
      and not exists (select from issues i where ${inAccount(tenant, 'i')} and i.connection_id = c.id and i.type = 'not_read'
        and i.subject = ${stream} and i.closed_at is null)`.execute(tenant.db);
  const [connection] = rows;
  if (!connection) return;
  const sentence = { code: 'not_drained', connection: connection.name, what: stream, reason } as const;
  await openIssues(tenant, [{ connectionId, type: 'not_read', subject: stream, sentence }]);
}

export const settleNotRead = (tenant: Tenant, { connectionId, stream }: Of) =>
  closeIssues(tenant, { connectionId, types: ['not_read'], subjects: [stream] });
