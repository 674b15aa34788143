import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { reindex } from '../../../../platform/words/due.ts';
import { reconcilePurchaseIssues } from '../../../shared/issues/commands.ts';
import { announceReady } from '../asn/announce.ts';
import { endUnanswered } from '../asn/withdraw.ts';
import { adoptReceipts } from '../counting/adopt.ts';
import { adoptFulfilments } from '../counting/adopt-fulfilments.ts';
import { closeComplete } from '../counting/close.ts';
import { countToLines } from '../counting/count-to-lines.ts';
import { recordPurchaseEvents } from '../history.ts';
import { recount, settlePurchaseOrders } from '../settle.ts';
import { purchaseOrderWords } from '../words/purchase-order-words.ts';
import { dueIssues, purchaseCheckedTypes } from './due-issues.ts';
import { followSource } from './follow-source.ts';
import { mapLines, mapWarehouse, rememberLocations } from './map.ts';

/**
 * Checks stored purchase orders as one set: maps them, counts what came, follows what the source says, closes out those that are complete,
 * opens and closes the issues that the check can detect, settles their status, and announces those that are ready. Safe to repeat at any
 * time: it depends on the rows alone. `announce: false` leaves out the last step.
 */
export async function checkPurchaseOrders(tenant: Tenant, meant: number[], { announce = true } = {}): Promise<void> {
  const { rows } = await sql<Columns<'purchase_orders', 'id'>>`
    select id from purchase_orders where ${inAccount(tenant)} and id = any(${meant}::bigint[]) order by id for update`.execute(tenant.db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await rememberLocations(tenant, ids);
  await mapWarehouse(tenant, ids);
  await mapLines(tenant, ids);
  await adoptReceipts(tenant, ids);
  await adoptFulfilments(tenant, ids);
  await countToLines(tenant, ids);
  await recount(tenant, ids);
  await endUnanswered(tenant, ids);
  await followSource(tenant, ids);
  await closeComplete(tenant, ids);
  await reconcile(tenant, ids);
  await settlePurchaseOrders(tenant, ids, { checked: true });
  await reindex(tenant, purchaseOrderWords, ids);
  if (announce) await announceReady(tenant, ids);
}

async function reconcile(tenant: Tenant, ids: number[]): Promise<void> {
  const which = sql`${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[])`;
  const differences = await reconcilePurchaseIssues(tenant, ids, dueIssues(tenant, which), purchaseCheckedTypes);
  await recordPurchaseEvents(
    tenant,
    differences.map(({ purchase_order_id, sentence: issue, is_open }) => ({
      purchaseOrderId: purchase_order_id,
      ...(is_open
        ? { kind: 'stopped' as const, sentence: { code: 'stopped' as const, issue } }
        : { kind: 'mended' as const, sentence: { code: 'mended' as const, issue } }),
    })),
  );
}
