import { sql } from 'kysely';
import { notify } from '../../../platform/events.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueueAll, type Job } from '../../job-queue.ts';
import type { StreamName } from './stream-names.ts';

/**
 * The job that drains a connection's outbox, one at a time per connection. Jobs for now and for later have different keys: a job
 * with the same key is replaced, and a job for later must not postpone one for now.
 */
export const drainJob = (accountId: number, connectionId: number, runAt?: Date): Job<'outbox:drain'> => ({
  name: 'outbox:drain',
  payload: { accountId, connectionId },
  queue: `drain:${accountId}:${connectionId}`,
  key: `drain:${accountId}:${connectionId}${runAt ? ':later' : ''}`,
  ...(runAt ? { runAt } : {}),
});

/** The job that reads a stream on from where it stands. */
export const pullJob = (accountId: number, connectionId: number, stream: StreamName, runAt?: Date): Job<'stream:pull'> => ({
  name: 'stream:pull',
  payload: { accountId, connectionId, stream },
  queue: `pull:${accountId}:${connectionId}:${stream}`,
  key: `pull:${accountId}:${connectionId}:${stream}`,
  ...(runAt ? { runAt } : {}),
});

/** Wakes the outboxes of these connections when the transaction commits. */
export async function wakeOutbox(tenant: Tenant, connectionIds: number[]): Promise<void> {
  await enqueueAll(
    tenant,
    [...new Set(connectionIds)].map((id) => drainJob(tenant.accountId, id)),
  );
}

/** Makes everything that waits for this connection due at once, because it works again. Claimed effects are left to their worker. */
export async function wakeConnection(tenant: Tenant, id: number): Promise<void> {
  const { rows } = await sql<{ stream: StreamName }>`
    update streams s set due_at = now(), failures = 0
    from (select stream from streams where account_id = ${tenant.accountId} and connection_id = ${id} for update skip locked) as free
    where s.account_id = ${tenant.accountId} and s.connection_id = ${id} and s.stream = free.stream returning s.stream`.execute(tenant.db);
  await sql`
    update outbox o set due_at = now()
    from (select id from outbox where account_id = ${tenant.accountId} and connection_id = ${id} and state = 'waiting' for update skip locked) as free
    where o.account_id = ${tenant.accountId} and o.id = free.id`.execute(tenant.db);
  await enqueueAll(tenant, [drainJob(tenant.accountId, id), ...rows.map(({ stream }) => pullJob(tenant.accountId, id, stream))]);
  notify(tenant, 'connections', [id]);
}
