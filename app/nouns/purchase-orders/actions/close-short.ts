import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unitsToCome } from '../../catalogue/items/purchased-units.ts';
import { requestWithdrawal } from '../../purchase-flow/asn/withdraw.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';
import { recordForAll } from '../../purchase-flow/history.ts';
import { lockFor } from '../../purchase-flow/lock.ts';
import { set } from './flags.ts';

/**
 * Nothing more of it is expected: the warehouse is asked to close its announcement, and the order is closed out as soon as that has
 * replied and every receipt is processed. Returns whether the warehouse is asked. @throws Refusal 404, 409
 */
export async function closeShort(tenant: Tenant, id: number, reason: string): Promise<boolean> {
  const { po_number: name } = await lockFor(tenant, id, 'close');
  await set(tenant, [id], sql`close_reason = ${reason}, withdraw_outcome = null`);
  await recordForAll(tenant, [id], 'closed', { code: (await isInFull(tenant, id)) ? 'closed_by_person' : 'closed_short', reason });
  const { requested } = await requestWithdrawal(tenant, [id]);
  await recordForAll(tenant, requested, 'cancel_requested', { code: 'rest_withdrawal_requested' });
  await writeAudit(tenant, { verb: 'closed', noun: 'purchase order', record: { id, name }, to: { reason } });
  await checkPurchaseOrders(tenant, [id]);
  return requested.length > 0;
}

/** All that was ordered has come. */
async function isInFull(tenant: Tenant, id: number): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`
    select count(*) = 0 or bool_or(${unitsToCome('l')} > 0) as missing
    from purchase_order_lines l where ${inAccount(tenant, 'l')} and l.purchase_order_id = ${id}`.execute(tenant.db);
  return rows[0]?.missing === false;
}
