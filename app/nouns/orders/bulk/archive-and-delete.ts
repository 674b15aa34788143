import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { reindex } from '../../../../platform/words/due.ts';
import { flagUndo, recordFlag } from '../../../base/changes/flags.ts';
import type { Change } from '../../../base/changes/noun.ts';
import { undoEach } from '../../../base/changes/undo.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { checkOrders } from '../../order-flow/checking/check.ts';
import { restoreDeleted } from '../../order-flow/checking/restore-deleted.ts';
import { recordForAll } from '../../order-flow/history.ts';
import { lockOrders } from '../../order-flow/lock-orders.ts';
import { withdrawUnsent } from '../../order-flow/release/withdraw.ts';
import { settleOrders } from '../../order-flow/settle.ts';
import { askAboutSame } from '../../order-flow/shared-goods/derive.ts';
import { askAboutTwins } from '../../order-flow/shared-goods/twins/ask.ts';
import { queueStockOfOrders } from '../../stock-out/queue.ts';
import { orderWords } from '../words/order-words.ts';

/** Takes orders out of the daily lists. `group`: of changes, by which it is undone. */
export async function archiveOrders(tenant: Tenant, ids: number[], group: number): Promise<void> {
  await turn(tenant, ids, 'archived', group);
  await recordAndSettle(tenant, ids, 'archived', 'archived');
}

/** Deletes orders of which nothing is with a warehouse, or on its way there. Returns which. */
export async function deleteOrders(tenant: Tenant, ids: number[], group: number): Promise<number[]> {
  await withdrawUnsent(tenant, ids);
  const deleted = await turn(tenant, ids, 'deleted', group, sql`warehouse_order_id is null and in_amware = 0`);
  // Deleted orders have no open issues; the check opens them again when they are restored.
  await closeIssues(tenant, { orderIds: deleted });
  await reindex(tenant, orderWords, deleted);
  await queueStockOfOrders(tenant, deleted);
  await recordAndSettle(tenant, deleted, 'deleted', 'deleted');
  await settleOrders(tenant, [...(await askAboutSame(tenant, deleted)), ...(await askAboutTwins(tenant, deleted))]);
  return deleted;
}

type Undo = (tenant: Tenant, ids: readonly number[], group: number) => Promise<Map<number, OutcomeSentence>>;

/** Takes those of these orders out of the archive that a group of changes put there, as far as that stands. Returns why some stay. */
export const undoArchive: Undo = (tenant, ids, group) => undoEach(tenant, group, ids, archiveUndo);
/** The same for those that it deleted. */
export const undoDelete: Undo = (tenant, ids, group) => undoEach(tenant, group, ids, deleteUndo);

const archiveUndo = undoOf('archived', { code: 'not_in_archive' }, async (tenant, ids) => {
  await sql`
    update orders set archived_at = null, checked_at = null, updated_by = ${tenant.userId}, revision = revision + 1
    where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  await recordAndSettle(tenant, ids, 'restored', 'unarchived');
  await checkOrders(tenant, ids);
});

const deleteUndo = undoOf('deleted', { code: 'there_already' }, async (tenant, ids) => {
  await restoreDeleted(tenant, ids);
  await checkOrders(tenant, ids);
});

type Field = 'archived' | 'deleted';
const times = { archived: sql.ref('archived_at'), deleted: sql.ref('deleted_at') };

/** How it is undone: `otherwise` says why not where nobody undid it, and it is so no longer. */
function undoOf(field: Field, otherwise: OutcomeSentence, bringAllBack: (tenant: Tenant, ids: number[]) => Promise<void>) {
  return flagUndo<OutcomeSentence>({
    ...{ noun: 'order', field, turn: bringAllBack },
    async lock(tenant, ids) {
      await lockOrders(tenant, ids);
      const { rows } = await sql<Columns<'orders', 'id'> & { is: boolean }>`
        select id, ${times[field]} is not null as is from orders where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(
        tenant.db,
      );
      return rows;
    },
    changedSince: (changed, by) => (by ? { code: 'changed_by', ...by.kept } : changed === '' ? { code: 'deleted_since' } : otherwise),
  });
}

async function turn(tenant: Tenant, ids: number[], field: Field, group: number, where = sql`true`): Promise<number[]> {
  const { rows } = await sql<Change['record']>`
    update orders set ${times[field]} = now(), updated_by = ${tenant.userId}, revision = revision + 1
    where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and ${where} returning id, order_number as name`.execute(tenant.db);
  await recordFlag(tenant, { noun: 'order', field, is: true, group }, rows);
  return idsOf(rows);
}

type Turned = { kind: 'archived' | 'deleted' | 'restored'; code: 'archived' | 'unarchived' | 'deleted' };

async function recordAndSettle(tenant: Tenant, ids: number[], kind: Turned['kind'], code: Turned['code']): Promise<void> {
  await recordForAll(tenant, ids, kind, { code });
  await settleOrders(tenant, ids);
}
