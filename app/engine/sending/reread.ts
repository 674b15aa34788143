import { sql } from 'kysely';
import type { Reason } from '../../../connectors/contract.ts';
import type { Column, Columns } from '../../../platform/columns.ts';
import { isPassing } from '../../../platform/db.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import type { JobPayload } from '../../base/job-queue.ts';
import type { Engine } from '../../base/worker-context.ts';
import { storeOrders } from '../../nouns/order-flow/intake/intake.ts';
import { isSeenLately } from '../../nouns/order-flow/order-sql.ts';
import { enqueueCheck } from '../../nouns/order-flow/recheck.ts';
import { recordGone } from '../../nouns/order-flow/shared-goods/gone/gone.ts';
import { movesStock } from '../../nouns/stock-out/quantities.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import { type Connection, getConnection } from '../../shared/connections/calls/session.ts';
import { mayCall, recordFailure, recordSuccess } from '../../shared/connections/health/health.ts';

type OrderSource = { remoteId: string; timezone: string; requests: Column<'orders', 'reread_requests'>; connection: Connection };

/**
 * Reads one order again from its channel, takes over the changes that were kept out until then, and has it checked. While the
 * channel does not reply, the order waits, and housekeeping tries again. One that the channel no longer has ends. One whose reply
 * cannot be used, or that we may not read, waits for a person. If the channel is disconnected, the order goes on as it is.
 * @throws what reading one of them threw, once all were read
 */
export async function rereadOrder(engine: Engine, { accountId, orderId, companions = [] }: JobPayload<'orders:reread'>): Promise<void> {
  const ids = [...companions, orderId];
  const rereadIds: number[] = [];
  const errors: unknown[] = [];
  for (const id of ids) {
    try {
      if (await rereadOne(engine, accountId, id, ids)) rereadIds.push(id);
    } catch (error) {
      if (isPassing(error)) throw error;
      // The others would wait for as long as this one fails.
      errors.push(error);
    }
  }
  await withoutPerson(engine.database, accountId, (tenant) => enqueueCheck(tenant, rereadIds));
  if (errors.length > 0) throw errors[0];
}

/**
 * Returns whether it is known what the channel has: otherwise a check would only have it read again at once. `together`: those that are
 * checked once all of them are read; one that was checked before would leave without the others.
 */
async function rereadOne(engine: Engine, accountId: number, orderId: number, together: readonly number[]): Promise<boolean> {
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => withoutPerson(engine.database, accountId, work);
  const found = await within((tenant) => begin(tenant, engine, orderId));
  // Somebody else has just read it.
  if (!found) return true;
  const { connection, remoteId, timezone, requests, may } = found;
  if (connection.state === 'disconnected') return within((tenant) => goOn(tenant, orderId, requests));
  if (may === 'no') return false;
  const result = await capabilityOf(engine, connection, 'orders', { attempt: 0, subject: remoteId }).get(remoteId);
  return within(async (tenant) => {
    const source = { connectionId: connection.id, label: connection.name, timezone, movesStock: movesStock(connection) };
    if (result.ok || result.failure.kind === 'not_found') {
      await recordSuccess(tenant, connection.id);
      if (result.ok) await storeOrders(tenant, source, [result.value], together);
      else await recordGone(tenant, source, orderId);
      return goOn(tenant, orderId, requests, result.ok ? result.value.modifiedAt : null);
    }
    if (result.failure.kind === 'rejected' || result.failure.kind === 'forbidden') {
      await recordSuccess(tenant, connection.id);
      return recordRefused(tenant, orderId, result.failure.reason);
    }
    const { failure } = result;
    if (failure.kind === 'reconnect' || (failure.kind === 'retry' && !failure.limited))
      await recordFailure(tenant, connection, failure, may === 'once');
    return false;
  });
}

async function begin(
  tenant: Tenant,
  engine: Engine,
  orderId: number,
): Promise<(OrderSource & { may: 'freely' | 'once' | 'no' }) | undefined> {
  const { rows } = await sql<Columns<'orders', 'connection_id' | 'remote_id' | 'reread_requests'> & Columns<'accounts', 'timezone'>>`
    select o.connection_id, o.remote_id, o.reread_requests, a.timezone from orders o join accounts a on a.id = o.account_id
    where ${inAccount(tenant, 'o')} and o.id = ${orderId} and (o.must_reread or not ${isSeenLately}) and not o.locked
      and o.deleted_at is null`.execute(tenant.db);
  const [row] = rows;
  const connection = row && (await getConnection(tenant, engine.seal, row.connection_id));
  if (!connection) return undefined;
  return {
    connection,
    remoteId: row.remote_id,
    timezone: row.timezone,
    requests: row.reread_requests,
    may: await mayCall(tenant, connection),
  };
}

/**
 * `read`: of when what its channel has is, where that was stored. Somebody may have asked for it to be stored anew since, or for one more
 * read than the `requests` of when this one began, or the channel has said that it is otherwise by now: that reads it once more.
 */
async function goOn(tenant: Tenant, orderId: number, requests: number, read: Date | null = null): Promise<true> {
  const isOlder = sql`(content_hash = '' or must_reread and remote_modified_at > ${read}::timestamptz)`;
  await sql`
    update orders set must_reread = reread_requests <> ${requests} or ${read === null ? sql`false` : isOlder}, reread_refused = null,
      seen_at = now()
    where ${inAccount(tenant)} and id = ${orderId} and not locked and deleted_at is null`.execute(tenant.db);
  return true;
}

/** Nobody knows what the order is now, so it does not go on: the check opens an issue with the reason. Housekeeping reads it again. */
async function recordRefused(tenant: Tenant, orderId: number, reason: Reason): Promise<true> {
  const kept = JSON.stringify(reason);
  await sql`
    update orders set must_reread = true, reread_refused = ${kept}, revision = revision + 1
    where ${inAccount(tenant)} and id = ${orderId} and not locked
      and (not must_reread or reread_refused is distinct from ${kept}::jsonb)`.execute(tenant.db);
  return true;
}
