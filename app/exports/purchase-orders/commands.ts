import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueue } from '../../job-queue.ts';
import { matchingPurchaseOrders } from '../../purchase-orders/list/conditions.ts';
import { purchaseOrderFilter } from '../../purchase-orders/list/filter.ts';
import { startRun } from '../../runs/commands.ts';
import { fixTargets } from '../../runs/targets.ts';
import { countedWords } from '../../ui/counted-words.ts';
import type { PurchaseExportQuery } from './contract.ts';

/**
 * Starts an export of the purchase orders that are ticked, or that a filter matches now; or joins the running one of the same. One of
 * others waits until it is finished. @throws Refusal 404 when none of the ticked ones exists any more
 */
export async function startPurchaseExport(tenant: Tenant, query: PurchaseExportQuery): Promise<{ id: number; runId: number }> {
  const { accountId, userId } = tenant;
  // Serialises two clicks at once.
  await sql`select from accounts where id = ${accountId} for no key update`.execute(tenant.db);
  const chosen = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  // What is assigned to me is another's for others.
  const digest = createHash('sha256')
    .update(JSON.stringify([chosen.sort(), query.assigned ? userId : null]))
    .digest('base64url');
  const { rows: running } = await sql<Columns<'exports', 'id' | 'run_id'>>`
    select id, run_id from exports where account_id = ${accountId} and kind = 'purchase_orders' and selection = ${digest} and finished_at is null`.execute(
    tenant.db,
  );
  if (running[0]) return { id: running[0].id, runId: running[0].run_id };
  const runId = await startRun(tenant, { kind: 'export', subject: 'purchase orders' });
  const total = await fixTargets(tenant, runId, await meant(tenant, query));
  if (total === 0 && query.ordersIds) throw refuse(404, 'nothing_selected', 'None of these purchase orders exists any more.');
  const described = query.ordersIds ? countedWords(total, 'selected purchase order') : chosen.length > 0 ? filterWords(query) : null;
  const { rows } = await sql<Columns<'exports', 'id'>>`
    insert into exports (account_id, kind, run_id, selection, described) values (${accountId}, 'purchase_orders', ${runId}, ${digest}, ${described}) returning id`.execute(
    tenant.db,
  );
  const [{ id }] = rows as [Columns<'exports', 'id'>];
  await enqueue(tenant, 'exports:orders', { userId, exportId: id }, { key: `export:${accountId}:${id}`, queue: `export:${accountId}` });
  await writeAudit(tenant, {
    verb: 'exported',
    noun: 'purchase orders',
    record: { id, name: 'to a CSV file' },
    to: { selection: described },
  });
  return { id, runId };
}

async function meant(tenant: Tenant, { ordersIds, ...filter }: PurchaseExportQuery): Promise<ReturnType<typeof sql>> {
  if (ordersIds)
    return sql`select id from purchase_orders where account_id = ${tenant.accountId} and id = any(${ordersIds}::bigint[]) and deleted_at is null`;
  return (await matchingPurchaseOrders(tenant, purchaseOrderFilter.parse(filter))).matching;
}

/** The filters that are set, in words for the list of files. */
const filterWords = (query: PurchaseExportQuery): string =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value).replaceAll('_', ' ')}`)
    .join(', ')
    .slice(0, 200);
