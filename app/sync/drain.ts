import { randomUUID } from 'node:crypto';
import { enqueue } from '../../platform/jobs.ts';
import { inTenant } from '../../platform/tenant.ts';
import { sendBatch } from './batch.ts';
import { compose, type Errands } from './compose.ts';
import type { Engine } from './context.ts';
import { giveTryBack, mayCall } from './health.ts';
import { keepLease } from './lease.ts';
import { claim } from './outbox.ts';
import { getConnection } from './session.ts';
import { drainJob } from './wake.ts';

const batch = 48;
/** Then the job ends and comes again, so that a worker that is asked to stop does not wait for a full outbox. */
const longestMs = 20_000;

/**
 * Sends what a connection's outbox holds and is due: claims a batch and sends it, until it is empty, the connection is blocked, or time is up. Comes back by itself when something is due later.
 */
export async function drainOutbox(
  engine: Engine,
  { accountId, connectionId }: { accountId: number; connectionId: number },
  stop: AbortSignal,
): Promise<void> {
  const until = Date.now() + longestMs;
  while (!stop.aborted) {
    const since = Date.now();
    const { connection, parcels, errands, token, tries } = await begin(engine, { accountId, connectionId }, since < until ? batch : 0);
    if (!connection || parcels.length === 0) return;
    const lease = keepLease(engine, accountId, token, parcels, since);
    await sendBatch(engine, connection, parcels, errands, lease, tries).finally(lease.end);
  }
}

/** Claims what may be sent now. When there is nothing, the job comes back by itself when there will be. */
async function begin(engine: Engine, { accountId, connectionId }: { accountId: number; connectionId: number }, most: number) {
  const token = randomUUID();
  const nothing = { connection: undefined, parcels: [], errands: new Map() as Errands, token, tries: false };
  return inTenant(engine.database, { accountId, userId: null }, async (tenant) => {
    const connection = await getConnection(tenant, engine.seal, connectionId);
    const may = connection ? await mayCall(tenant, connection) : 'no';
    const comeBack = async (at: Date | null) => {
      if (at) await enqueue(tenant, [drainJob(accountId, connectionId, at)]);
      return nothing;
    };
    if (!connection || may === 'no') return comeBack(connection?.state === 'active' ? connection.blockedUntil : null);
    const { parcels, dueAt } = await claim(tenant, connection, token, may === 'once' ? Math.min(most, 1) : most);
    if (parcels.length > 0) return { connection, parcels, errands: await compose(tenant, parcels), token, tries: may === 'once' };
    if (may === 'once') await giveTryBack(tenant, connectionId);
    return comeBack(dueAt);
  });
}
