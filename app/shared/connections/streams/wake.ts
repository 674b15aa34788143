import { sql } from 'kysely';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueueAll, type Job } from '../../../base/job-queue.ts';
import { isStreamName, type StreamName, streamKinds } from '../../../base/stream-names.ts';
import { drainJob, makeDue } from '../../outbox/queue.ts';

/** The job that reads a stream on from where it stands. */
export const pullJob = (accountId: number, connectionId: number, stream: StreamName, runAt?: Date): Job<'stream:pull'> => ({
  name: 'stream:pull',
  payload: { accountId, connectionId, stream },
  queue: `pull:${accountId}:${connectionId}:${stream}`,
  key: `pull:${accountId}:${connectionId}:${stream}`,
  ...(runAt ? { runAt } : {}),
});

/**
 * Makes everything that waits for this connection due at once, because it works again. Claimed effects are left to their worker.
 * `keepsAge`: since when its streams fail counts on, as where only another call went well.
 */
export async function wakeConnection(tenant: Tenant, id: number, keepsAge = false): Promise<void> {
  const { rows } = await sql<{ stream: StreamName }>`
    update streams s set due_at = now(), failures = 0, failing_since = (select case when ${keepsAge} then s.failing_since end)
    from (select stream from streams where ${inAccount(tenant)} and connection_id = ${id} for update skip locked) as free
    where ${inAccount(tenant, 's')} and s.connection_id = ${id} and s.stream = free.stream returning s.stream`.execute(tenant.db);
  await makeDue(tenant, id);
  await enqueueAll(tenant, [drainJob(tenant.accountId, id), ...rows.map(({ stream }) => pullJob(tenant.accountId, id, stream))]);
  notify(tenant, 'connections', [id]);
}

/** Reads a stream at once when it was not read a moment ago, otherwise a little later, together with hints until then. */
export async function readOn(tenant: Tenant, connectionId: number, stream: string): Promise<void> {
  // A hint may be about what we do not read.
  if (!isStreamName(stream)) return;
  const { rows } = await sql<{ at: Date | null }>`
    select case when read_at + make_interval(secs => ${streamKinds[stream].secondsApart}) > now() then read_at + make_interval(secs =>
      ${streamKinds[stream].secondsApart}) end as at
    from streams where ${inAccount(tenant)} and connection_id = ${connectionId} and stream = ${stream}`.execute(tenant.db);
  const [found] = rows;
  if (found) await enqueueAll(tenant, [pullJob(tenant.accountId, connectionId, stream, found.at ?? undefined)]);
}
