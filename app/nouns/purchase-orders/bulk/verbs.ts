import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { BulkNoun, Performed, Verb } from '../../../shared/runs/bulk/noun.ts';
import { isUndoable, type PurchaseBulkWork, purchaseWorkLabel, skipReason, takesBack } from '../../purchase-flow/contract/bulk-action.ts';
import type { LockedPurchaseOrder } from '../../purchase-flow/lock.ts';
import { clearErrors } from '../actions/clear-errors.ts';
import { remove, restore } from '../actions/delete.ts';
import { archive, cancel, hold, unarchive } from '../actions/flags.ts';
import { undoHolds } from '../actions/undo-hold.ts';

type Row = LockedPurchaseOrder & { deleted: boolean };

/** What can be done with many purchase orders at once. */
export const purchaseBulk: BulkNoun<Row, PurchaseBulkWork> = {
  name: 'purchase_orders',
  present: sql`deleted_at is null`,
  lock,
  label: ({ po_number }) => po_number,
  verbs: {
    'clear-errors': verb('clear-errors', async (tenant, orders) => ({ left: (await clearErrors(tenant, orders)).left })),
    cancel: verb('cancel', all(cancel)),
    hold: verb('hold', all(hold)),
    'undo-hold': {
      label: purchaseWorkLabel['undo-hold'],
      skip: (order) => skipReason('undo-hold', order),
      giveBack: async (tenant, ids, group) => ({ left: await undoHolds(tenant, ids, group) }),
    },
    archive: verb('archive', all(archive)),
    unarchive: verb('unarchive', all(unarchive)),
    delete: verb('delete', all(remove)),
    restore: verb('restore', all(restore)),
  },
};

type Act<Result> = (tenant: Tenant, orders: LockedPurchaseOrder[], group: number) => Promise<Result>;

function verb(work: Exclude<PurchaseBulkWork, 'undo-hold'>, perform: Act<Performed>): Verb<Row, PurchaseBulkWork, object> {
  return {
    label: purchaseWorkLabel[work],
    skip: (order) => skipReason(work, order),
    perform: (tenant, orders, { group }) => perform(tenant, orders, group),
    ...(isUndoable(work) && { undo: takesBack[work] }),
  };
}

/** None is left out. */
function all(act: Act<unknown>): Act<Performed> {
  return async (tenant, orders, group) => {
    await act(tenant, orders, group);
    return {};
  };
}

async function lock(tenant: Tenant, ids: number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, po_number, source_number, connection_id, status, archived_at is not null as archived, deleted_at is not null as deleted,
      open_issues, locked, must_reread,
      on_hold, revision, receipts_counted
    from purchase_orders where ${inAccount(tenant)} and id = any(${ids}::bigint[]) order by id for update`.execute(tenant.db);
  return rows;
}
