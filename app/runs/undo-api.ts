import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { undoItemBulk } from '../catalogue/bulk/undo.ts';
import { kinds } from '../catalogue/kinds.ts';
import { undoRun } from '../orders/single-actions.ts';
import { undoPurchaseBulk } from '../purchase-orders/bulk/start.ts';
import { takeReceiptBack } from '../purchase-orders/unknown-receipts/commands.ts';
import { placing } from '../purchase-orders/unknown-receipts/placing.ts';
import { countedWords } from '../ui/counted-words.ts';
import { undoBulkCall } from './contract.ts';

/** Takes a run back, whatever its records are. */
export function undoRunsApi(app: FastifyInstance): void {
  route(app, undoBulkCall, ({ inTenant, params }) =>
    inTenant(async (tenant) => {
      const run = await runOf(tenant, params.id);
      if (run?.action === placing) return undoPlacing(tenant, params.id);
      if (run?.action === 'set') return undoValues(tenant, params.id);
      const isOfPurchases = run?.entity === 'purchase_orders';
      const { runId, total } = isOfPurchases ? await undoPurchaseBulk(tenant, params.id) : await undoRun(tenant, params.id);
      if (runId === null) return { message: 'The edit is undone.', runId, total };
      return { message: `Undo: working on ${countedWords(total, isOfPurchases ? 'purchase order' : 'order')}.`, runId, total };
    }),
  );
}

async function runOf(tenant: Tenant, runId: number) {
  return tenant.db
    .selectFrom('runs')
    .select(['entity', 'action'])
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', runId)
    .executeTakeFirst();
}

/** Items get the values back that they had. @throws Refusal 409 */
async function undoValues(tenant: Tenant, id: number) {
  const { kind, runId, total } = await undoItemBulk(tenant, id);
  const { one, many } = kinds[kind];
  return { message: `Undo: working on ${countedWords(total, one, many)}.`, runId, total };
}

/** A receipt that was assigned or set aside waits for a person again. @throws Refusal 404, 409 */
async function undoPlacing(tenant: Tenant, runId: number) {
  const placed = await tenant.db
    .selectFrom('run_outcomes')
    .select('record_id')
    .where('account_id', '=', tenant.accountId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  await takeReceiptBack(tenant, placed?.record_id ?? 0);
  return { message: 'The receipt waits for a decision again.', runId: null, total: 1 };
}
