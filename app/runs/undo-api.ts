import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { undoRun } from '../orders/single-actions.ts';
import { undoPurchaseBulk } from '../purchase-orders/bulk/start.ts';
import { countedWords } from '../ui/counted-words.ts';
import { undoBulkCall } from './contract.ts';

/** Takes a run back, whatever its records are. */
export function undoRunsApi(app: FastifyInstance): void {
  route(app, undoBulkCall, ({ inTenant, params }) =>
    inTenant(async (tenant) => {
      const isOfPurchases = (await entityOf(tenant, params.id)) === 'purchase_orders';
      const { runId, total } = isOfPurchases ? await undoPurchaseBulk(tenant, params.id) : await undoRun(tenant, params.id);
      if (runId === null) return { message: 'The edit is undone.', runId, total };
      return { message: `Undo: working on ${countedWords(total, isOfPurchases ? 'purchase order' : 'order')}.`, runId, total };
    }),
  );
}

async function entityOf(tenant: Tenant, runId: number): Promise<string | undefined> {
  const run = await tenant.db
    .selectFrom('runs')
    .select('entity')
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', runId)
    .executeTakeFirst();
  return run?.entity;
}
