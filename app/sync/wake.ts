import { enqueue, type Job } from '../../platform/jobs.ts';
import type { Tenant } from '../../platform/tenant.ts';

/** The job that empties a connection's outbox: one at a time a connection, one waiting at most. */
export const drainJob = (accountId: number, connectionId: number, runAt?: Date): Job => ({
  name: 'outbox:drain',
  payload: { accountId, connectionId },
  queue: `drain:${accountId}:${connectionId}`,
  key: `drain:${accountId}:${connectionId}`,
  ...(runAt ? { runAt } : {}),
});

/** The job that reads a stream on from where it stands. */
export const pullJob = (accountId: number, connectionId: number, stream: string, runAt?: Date): Job => ({
  name: 'stream:pull',
  payload: { accountId, connectionId, stream },
  queue: `pull:${accountId}:${connectionId}:${stream}`,
  key: `pull:${accountId}:${connectionId}:${stream}`,
  ...(runAt ? { runAt } : {}),
});

/** Wakes the outboxes of these connections when the transaction commits. */
export async function wakeOutbox(tenant: Tenant, connectionIds: number[]): Promise<void> {
  await enqueue(
    tenant,
    [...new Set(connectionIds)].map((id) => drainJob(tenant.accountId, id)),
  );
}
