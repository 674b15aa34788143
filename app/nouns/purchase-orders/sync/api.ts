import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../../../../platform/audit.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { route } from '../../../../platform/http/route.ts';
import type { Within } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { askOf } from '../../../shared/connections/calls/session.ts';
import { trial } from '../../../shared/connections/trying/trial-turns.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';
import { rereadPurchaseOrderCall, syncPurchaseOrderCall } from '../../purchase-flow/contract/purchase-orders.ts';
import { recordForAll } from '../../purchase-flow/history.ts';
import { type ReadOne, rereadPurchaseOrder } from '../../purchase-flow/intake/reread.ts';
import { lockFor, lockOne } from '../../purchase-flow/lock.ts';
import { changed } from '../api.ts';

const replies = {
  changed: 'The order was read again from its source.',
  same: 'The order is as it is at its source.',
  locked: 'The order has changed at its source. That is followed once it is unlocked.',
};

/** Sync from source: the order is read again there, while the person waits. */
export function purchaseSyncApi(app: FastifyInstance, engine: Engine): void {
  const sync = async (inTenant: Within, actor: { accountId: number; userId: number }, id: number) => {
    await inTenant(async (tenant) => {
      const { po_number: name } = await lockFor(tenant, id, 'sync');
      await writeAudit(tenant, { verb: 'started', noun: 'purchase order', record: { id, name }, to: { sync: 'from_source' } });
    });
    const reread = await rereadPurchaseOrder(engine, actor, id, readApart);
    if (!reread.ok) throw refuse(409, 'source_refused', `It could not be read from its source: ${reread.reason}`);
    return inTenant(async (tenant) => {
      const { locked, must_reread } = await lockOne(tenant, id);
      const found = reread.changed ? 'changed' : locked && must_reread ? 'locked' : 'same';
      await recordForAll(tenant, [id], 'synced', { code: `reread_${found}` });
      await checkPurchaseOrders(tenant, [id]);
      return changed(replies[found]);
    });
  };
  for (const call of [syncPurchaseOrderCall, rereadPurchaseOrderCall])
    route(app, call as typeof rereadPurchaseOrderCall, ({ inTenant, session, params }) =>
      trial(session, () => sync(inTenant, session, params.id)),
    );
}

/** In a process beside this one, which serves others in the meantime. */
const readApart: ReadOne = async (engine, { userId }, connection, remoteId) => {
  const request = { userId, question: 'purchaseOrder', about: remoteId, subject: remoteId } as const;
  const result = await askOf(engine, connection, request);
  if (!result) throw new Error(`${connection.connector.name} has no purchase orders.`);
  return result;
};
