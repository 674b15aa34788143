import { createHash } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type StartedExport, startExport } from '../../../shared/exports/start-export.ts';
import { withIds } from '../../../shared/runs/bulk/start.ts';
import { fixTargets } from '../../../shared/runs/working/targets.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { purchaseOrderFilter } from '../../purchase-flow/contract/filter.ts';
import { purchaseBulk } from '../bulk/verbs.ts';
import { matchingPurchaseOrders } from '../finding/conditions.ts';
import type { PurchaseExportQuery } from './contract.ts';

/**
 * Starts an export of the purchase orders that are ticked, or that a filter matches now; or joins the running one of the same.
 * @throws Refusal 404 when none of the ticked ones exists any more
 */
export async function startPurchaseExport(tenant: Tenant, query: PurchaseExportQuery): Promise<StartedExport> {
  const chosen = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  // What is assigned to me is another's for others.
  const selection = createHash('sha256')
    .update(JSON.stringify([chosen.sort(), query.assigned ? tenant.userId : null]))
    .digest('base64url');
  return startExport(tenant, {
    kind: 'purchase_orders',
    choice: { selection },
    begin: async (runId) => {
      const total = await fixTargets(tenant, runId, meant(tenant, query));
      if (total === 0 && query.ordersIds) throw refuse(404, 'nothing_selected', 'None of these purchase orders exists.');
      if (query.ordersIds) return { described: countedWords(total, 'selected purchase order') };
      return { described: chosen.length > 0 ? filterWords(query) : null };
    },
  });
}

function meant(tenant: Tenant, { ordersIds, ...filter }: PurchaseExportQuery): RawBuilder<unknown> {
  if (ordersIds) return withIds(tenant, purchaseBulk, ordersIds);
  return matchingPurchaseOrders(tenant, purchaseOrderFilter.parse(filter));
}

/** The filters that are set, in words for the list of files. */
const filterWords = (query: PurchaseExportQuery): string =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value).replaceAll('_', ' ')}`)
    .join(', ')
    .slice(0, 200);
