import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueueAll } from '../../../base/job-queue.ts';
import type { StreamName } from '../../../base/stream-names.ts';
import { startRun } from '../../runs/commands.ts';
import { pullJob } from './wake.ts';

/**
 * Reads a stream of a connection now, as a run that a person can watch; a second click joins the run of the first. `begin` is called
 * before a new one starts. Returns the run, undefined where the connection has no such stream.
 */
export async function startStream(
  tenant: Tenant,
  connectionId: number,
  stream: StreamName,
  begin?: () => Promise<void>,
): Promise<number | undefined> {
  // Locked by a statement before: one that waits for a lock still sees the runs from before it waited.
  await sql`select from streams where ${inAccount(tenant)} and connection_id = ${connectionId} and stream = ${stream} for update`.execute(
    tenant.db,
  );
  const { rows } = await sql<{ running: number | null }>`
    select (select max(r.id) from runs r where ${inAccount(tenant, 'r')} and r.connection_id = s.connection_id
      and r.subject ->> 'stream' = s.stream and r.kind = 'sync' and r.state = 'running'
      and r.touched_at > now() - interval '2 minutes') as running
    from streams s where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId} and s.stream = ${stream}`.execute(tenant.db);
  const [found] = rows;
  if (!found || found.running !== null) return found?.running ?? undefined;
  await begin?.();
  const runId = await startRun(tenant, { kind: 'sync', subject: { code: 'stream', stream }, connectionId });
  const job = pullJob(tenant.accountId, connectionId, stream);
  await enqueueAll(tenant, [{ ...job, key: `${job.key}:run:${runId}`, payload: { ...job.payload, runId } }]);
  return runId;
}
