import { sql } from 'kysely';
import type { Failure, PurchaseOrder, Reason, Result } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { wordReason } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { type Connection, getConnection } from '../../../shared/connections/calls/session.ts';
import { concernsAll, mayCall, recordFailure, recordSuccess, releaseProbe } from '../../../shared/connections/health/health.ts';
import { openIssues } from '../../../shared/issues/commands.ts';
import { rereadSubject } from '../../../shared/issues/types/purchase-orders.ts';
import { recordForAll } from '../history.ts';
import { lockPurchaseOrders } from '../lock.ts';
import { enqueuePurchaseCheck } from '../recheck.ts';
import { settlePurchaseOrders } from '../settle.ts';
import { storePurchaseOrders } from './store.ts';

export type Reread = { ok: true; changed: boolean } | { ok: false; reason: string };

/** Reads a purchase order from its source, by its remote id there: in a process beside this one while a person waits, or here. */
export type ReadOne = (engine: Engine, actor: Actor, connection: Connection, remoteId: string) => Promise<Result<PurchaseOrder>>;

/** Reads one purchase order again from its source, and stores what changed. One that the source no longer has counts as cancelled there. */
export async function rereadPurchaseOrder(engine: Engine, actor: Actor, id: number, readOne: ReadOne): Promise<Reread> {
  const source = await inTenant(engine.database, actor, async (tenant) => {
    const { rows } = await sql<Columns<'purchase_orders', 'remote_id' | 'connection_id'>>`
      select remote_id, connection_id from purchase_orders where ${inAccount(tenant)} and id = ${id}
        and deleted_at is null`.execute(tenant.db);
    const [row] = rows;
    const connection = row?.connection_id ? await getConnection(tenant, engine.seal, row.connection_id) : undefined;
    const may = connection && row?.remote_id ? await mayCall(tenant, connection) : 'no';
    if (!connection || !row?.remote_id || may === 'no') return undefined;
    return { connection, remoteId: row.remote_id, tries: may === 'once' };
  });
  if (!source) return { ok: false, reason: 'Its source cannot be called right now.' };
  const { connection, remoteId, tries } = source;
  const result = await readOne(engine, actor, connection, remoteId);
  return inTenant(engine.database, actor, async (tenant) => {
    if (!result.ok && result.failure.kind !== 'not_found') {
      const { failure } = result;
      await recordHealth(tenant, connection, failure, tries);
      if (failure.kind === 'rejected' || failure.kind === 'forbidden') await reportRefused(tenant, connection, id, failure.reason);
      return { ok: false, reason: wordReason(failure.reason) };
    }
    await recordSuccess(tenant, connection.id);
    if (!result.ok) return { ok: true, changed: await cancelGone(tenant, connection, [remoteId]) };
    return { ok: true, changed: await storeOne(tenant, connection, result) };
  });
}

/** What a failure says of the connection: that its allowance is used up is none of it, and a refusal shows that it works. */
async function recordHealth(tenant: Tenant, connection: Connection, failure: Failure, tries: boolean): Promise<void> {
  if (!concernsAll(failure)) await recordSuccess(tenant, connection.id);
  else if (failure.kind === 'reconnect' || !failure.limited) await recordFailure(tenant, connection, failure, tries);
  else if (tries) await releaseProbe(tenant, connection.id);
}

/** Nobody knows what it is now, so nothing of it is announced, and a person is told why. Housekeeping reads it again. */
async function reportRefused(
  tenant: Tenant,
  { id: connectionId, name: connection }: Connection,
  id: number,
  reason: Reason,
): Promise<void> {
  const order = (await lockPurchaseOrders(tenant, [id]))[0];
  if (!order?.must_reread || order.status === 'cancelled' || order.status === 'closed_out') return;
  const sentence = { code: 'reread_unusable', connection, reason } as const;
  const opened = await openIssues(tenant, [{ purchaseOrderId: id, connectionId, type: 'unreadable', subject: rereadSubject, sentence }]);
  if (opened.length > 0) await recordForAll(tenant, [id], 'stopped', { code: 'stopped', issue: sentence });
  await settlePurchaseOrders(tenant, [id]);
}

async function storeOne(tenant: Tenant, connection: Connection, result: Result<PurchaseOrder>) {
  if (!result.ok) return false;
  await sql`update purchase_orders set must_reread = false where ${inAccount(tenant)} and connection_id = ${connection.id}
    and remote_id = ${result.value.remoteId} and not locked
    and coalesce(remote_modified_at <= ${result.value.modifiedAt}, true)`.execute(tenant.db);
  const { done } = await storePurchaseOrders(tenant, { connectionId: connection.id, label: connection.name }, [result.value]);
  return done > 0;
}

/**
 * Records that a source no longer has purchase orders: their check ends those of which nothing has come. A locked one is read again when it
 * is unlocked. Returns whether any was there.
 */
export async function cancelGone(tenant: Tenant, { id }: { id: number }, remoteIds: string[]): Promise<boolean> {
  const { rows } = await sql<Columns<'purchase_orders', 'id' | 'locked'>>`
    select id, locked from purchase_orders
    where ${inAccount(tenant)} and connection_id = ${id} and remote_id = any(${remoteIds}::text[]) and source_state <> 'cancelled'
    order by id for update`.execute(tenant.db);
  const free = idsOf(rows.filter(({ locked }) => !locked));
  const locked = idsOf(rows.filter((row) => row.locked));
  await sql`update purchase_orders set must_reread = true where ${inAccount(tenant)} and id = any(${locked}::bigint[])`.execute(tenant.db);
  await sql`
    update purchase_orders set source_state = 'cancelled', source_status = 'deleted', content_hash = null, must_reread = false,
      checked_at = null
    where ${inAccount(tenant)} and id = any(${free}::bigint[])`.execute(tenant.db);
  await enqueuePurchaseCheck(tenant, free);
  return free.length > 0;
}
