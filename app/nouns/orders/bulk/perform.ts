import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { reindex } from '../../../../platform/words/due.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import type { IssueSentence } from '../../../shared/issues/issue.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { checkOrders } from '../../order-flow/checking/check.ts';
import type { BulkWork } from '../../order-flow/contract/bulk-action.ts';
import { recordForAll } from '../../order-flow/history.ts';
import { decideFormer } from '../../order-flow/release/former/former-warehouse.ts';
import { requestCancel } from '../../order-flow/release/holding/cancel.ts';
import { setHold } from '../../order-flow/release/holding/hold.ts';
import { retryOrders } from '../../order-flow/release/retry.ts';
import { withdrawUnsent } from '../../order-flow/release/withdraw.ts';
import { settleOrders } from '../../order-flow/settle.ts';
import type { HoldTerms } from '../../order-flow/values/hold-terms.ts';
import { queueStockOfOrders } from '../../stock-out/queue.ts';
import { orderWords } from '../words/order-words.ts';

/** Reasons why orders were skipped, by their id. */
type SkipReasons = Map<number, OutcomeSentence>;

type Perform = (tenant: Tenant, ids: number[], how: { terms: HoldTerms; group: number }) => Promise<SkipReasons>;

/** What an action does to many orders, at least one, in one transaction. Returns the reason for each order that was skipped. */
export const perform: Record<Exclude<BulkWork, 'undo-hold'>, Perform> = {
  async 'clear-errors'(tenant, ids) {
    await retryOrders(tenant, ids);
    await checkOrders(tenant, ids);
    const { rows } = await sql<Columns<'orders', 'id'> & { issue: IssueSentence }>`
      select distinct on (order_id) order_id as id, sentence as issue from issues
      where ${inAccount(tenant)} and order_id = any(${ids}::bigint[]) and closed_at is null order by order_id, blocking desc,
        id`.execute(tenant.db);
    return new Map(rows.map(({ id, issue }) => [id, { code: 'still_wrong', issue }]));
  },
  async cancel(tenant, ids) {
    const { cancelled, requested } = await requestCancel(tenant, ids, null);
    return skippedOf(ids, [...cancelled, ...requested], { code: 'cancelled_too_late' });
  },
  async hold(tenant, ids, how) {
    const { ids: held } = await setHold(tenant, ids, { held: true, ...how });
    return skippedOf(ids, held, { code: 'held_too_late' });
  },
  async unhold(tenant, ids) {
    const { ids: unheld } = await setHold(tenant, ids, { held: false });
    return skippedOf(ids, unheld, { code: 'unheld_too_late' });
  },
  async archive(tenant, ids) {
    await sql`update orders set archived_at = now(), updated_by = ${tenant.userId}, revision = revision + 1
      where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
    await recordAndSettle(tenant, ids, 'archived', 'archived');
    return new Map();
  },
  async delete(tenant, ids) {
    await withdrawUnsent(tenant, ids);
    const { rows } = await sql<Columns<'orders', 'id'>>`
      update orders set deleted_at = now(), updated_by = ${tenant.userId}, revision = revision + 1
      where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and warehouse_order_id is null and in_amware = 0
        returning id`.execute(tenant.db);
    const deleted = idsOf(rows);
    // Deleted orders have no open issues; the check opens them again when they are restored.
    await closeIssues(tenant, { orderIds: deleted });
    await reindex(tenant, orderWords, deleted);
    await queueStockOfOrders(tenant, deleted);
    await recordAndSettle(tenant, deleted, 'deleted', 'deleted');
    return skippedOf(ids, deleted, { code: 'being_sent' });
  },
  'send-anew': (tenant, ids) => decideFormer(tenant, ids, 'send-anew'),
  'end-here': (tenant, ids) => decideFormer(tenant, ids, 'end-here'),
  async unarchive(tenant, ids) {
    await bringBack(tenant, ids, 'archived_at');
    await recordAndSettle(tenant, ids, 'restored', 'unarchived');
    await checkOrders(tenant, ids);
    return new Map();
  },
  async restore(tenant, ids) {
    await bringBack(tenant, ids, 'deleted_at');
    await reindex(tenant, orderWords, ids);
    await queueStockOfOrders(tenant, ids);
    await recordAndSettle(tenant, ids, 'restored', 'restored');
    await checkOrders(tenant, ids);
    return new Map();
  },
};

async function bringBack(tenant: Tenant, ids: number[], column: 'archived_at' | 'deleted_at'): Promise<void> {
  await sql`update orders set ${sql.ref(column)} = null, checked_at = null, updated_by = ${tenant.userId}, revision = revision + 1
    where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
}

type Kept = 'archived' | 'unarchived' | 'deleted' | 'restored';

async function recordAndSettle(tenant: Tenant, ids: number[], kind: Exclude<Kept, 'unarchived'>, code: Kept): Promise<void> {
  await recordForAll(tenant, ids, kind, { code });
  await settleOrders(tenant, ids);
}

const skippedOf = (ids: number[], changed: number[], reason: OutcomeSentence): SkipReasons => {
  const done = new Set(changed);
  return new Map(ids.filter((id) => !done.has(id)).map((id) => [id, reason]));
};
