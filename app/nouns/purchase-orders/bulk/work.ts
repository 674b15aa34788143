import { sql } from 'kysely';
import type { Actor, Tenant } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { type TargetWork, workTargets } from '../../../shared/runs/working/work-targets.ts';
import { type PurchaseBulkWork, skipReason } from '../../purchase-flow/contract/bulk-action.ts';
import type { LockedPurchaseOrder } from '../../purchase-flow/lock.ts';
import { clearErrors } from '../actions/clear-errors.ts';
import { remove, restore } from '../actions/delete.ts';
import { archive, cancel, hold, unarchive, unhold } from '../actions/flags.ts';

/** Works through a bulk run of purchase orders. */
export const workPurchaseBulk = (means: Pick<Engine, 'database' | 'log'>, actor: Actor, runId: number, stop: AbortSignal): Promise<void> =>
  workTargets(means, actor, runId, stop, work);

type Row = LockedPurchaseOrder & { deleted: boolean };

/** Works on purchase orders that allow it; returns why some were left as they were. */
const perform: Record<PurchaseBulkWork, (tenant: Tenant, orders: LockedPurchaseOrder[]) => Promise<Map<number, string>>> = {
  async 'clear-errors'(tenant, orders) {
    return (await clearErrors(tenant, orders)).left;
  },
  cancel: none(cancel),
  hold: none(hold),
  unhold: none(unhold),
  archive: none(archive),
  unarchive: none(unarchive),
  delete: none(remove),
  restore: none(restore),
};

function none(act: (tenant: Tenant, orders: LockedPurchaseOrder[]) => Promise<unknown>) {
  return async (tenant: Tenant, orders: LockedPurchaseOrder[]) => {
    if (orders.length > 0) await act(tenant, orders);
    return new Map<number, string>();
  };
}

const work: TargetWork = {
  noun: 'purchase order',
  async perform(tenant, action, ids) {
    const rows = await lock(tenant, ids);
    const reasons = new Map(rows.map((row) => [row.id, skipReason(action as PurchaseBulkWork, row)]));
    const chosen = rows.filter(({ id }) => reasons.get(id) === null);
    const left = await perform[action as PurchaseBulkWork](tenant, chosen);
    return rows.map(({ id, po_number }) => {
      const reason = reasons.get(id) ?? left.get(id) ?? null;
      return { outcome: reason === null ? 'done' : 'skipped', recordType: 'purchase_order', recordId: id, label: po_number, reason };
    });
  },
  async label(tenant, id) {
    const [row] = await lock(tenant, [id]);
    return { recordType: 'purchase_order', label: row?.po_number ?? String(id) };
  },
};

async function lock(tenant: Tenant, ids: number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, po_number, source_number, connection_id, status, archived_at is not null as archived, deleted_at is not null as deleted, open_issues, locked, must_reread,
      on_hold, revision, receipts_counted
    from purchase_orders where account_id = ${tenant.accountId} and id = any(${ids}::bigint[]) order by id for update`.execute(tenant.db);
  return rows;
}
