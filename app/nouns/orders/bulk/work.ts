import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Actor, Tenant } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import type { RowOutcome } from '../../../shared/runs/commands.ts';
import { type TargetWork, workTargets } from '../../../shared/runs/working/work-targets.ts';
import { type BulkFacts, type BulkWork, skipReason } from '../../order-flow/contract/bulk-action.ts';
import { disconnectedWarehouses, waitsForWarehouse } from '../../order-flow/release/former/former-warehouse.ts';
import type { HoldTerms } from '../../order-flow/release/holding/hold-terms.ts';
import { perform } from './perform.ts';

type Row = BulkFacts & Columns<'orders', 'id' | 'order_number'>;

/** Works through a bulk run of orders. */
export const workBulk = (
  means: Pick<Engine, 'database' | 'log'>,
  actor: Actor,
  runId: number,
  stop: AbortSignal,
  terms: HoldTerms = {},
): Promise<void> => workTargets(means, actor, runId, stop, workOn(terms));

const workOn = (terms: HoldTerms): TargetWork => ({
  noun: 'order',
  async perform(tenant, action, ids) {
    const work = action as BulkWork;
    const rows = await lock(tenant, ids);
    const reasons = new Map(rows.map((row) => [row.id, skipReason(work, row)]));
    const chosen = rows.filter(({ id }) => reasons.get(id) === undefined).map(({ id }) => id);
    const skipped = await perform(tenant, work, chosen, terms);
    const task = tasks[work];
    const away = task ? await disconnectedWarehouses(tenant, chosen) : new Map<number, string>();
    return rows.map((row) => {
      const warehouse = away.get(row.id);
      return outcomeOf(row, reasons.get(row.id) ?? skipped.get(row.id), warehouse && task && waitsForWarehouse(warehouse, task));
    });
  },
  async label(tenant, id) {
    const [row] = await lock(tenant, [id]);
    return { recordType: 'order', label: row?.order_number ?? String(id) };
  },
});

/** What a warehouse is asked to do. */
const tasks: Partial<Record<BulkWork, string>> = {
  cancel: 'cancel it',
  hold: 'hold it',
  unhold: 'end the hold',
  'clear-errors': 'take it',
};

/** `reason`: why it was skipped. `waits`: what of it is still to come. */
function outcomeOf({ id, order_number }: Row, reason: string | undefined, waits: string | undefined): RowOutcome {
  const outcome = reason === undefined ? 'done' : 'skipped';
  return { outcome, recordType: 'order', recordId: id, label: order_number, reason: reason ?? waits ?? null };
}

async function lock(tenant: Tenant, ids: number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select o.id, o.order_number, o.order_status, o.in_amware, o.on_hold, o.archived_at is not null as archived,
      o.deleted_at is not null as deleted, o.open_issues,
      exists (select from outbox x where x.account_id = o.account_id and x.warehouse_order_id = o.warehouse_order_id and x.kind = 'submit' and x.state = 'sending') as being_sent
    from orders o where o.account_id = ${tenant.accountId} and o.id = any(${ids}::bigint[])
    order by o.id for update of o`.execute(tenant.db);
  return rows;
}
