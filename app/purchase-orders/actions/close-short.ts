import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { checkPurchaseOrders } from '../checking/check.ts';
import { recordForAll } from '../history.ts';
import { lockFor } from '../lock.ts';
import { set } from './flags.ts';

/** Nothing more of it is expected: it is closed out as soon as every receipt is processed. @throws Refusal 404, 409 */
export async function closeShort(tenant: Tenant, id: number, reason: string): Promise<void> {
  const { po_number: name } = await lockFor(tenant, id, 'close');
  await set(tenant, [id], sql`close_reason = ${reason}`);
  await recordForAll(tenant, [id], 'closed', `Closed short: ${reason}`);
  await writeAudit(tenant, { verb: 'closed', noun: 'purchase order', record: { id, name }, to: { reason } });
  await checkPurchaseOrders(tenant, [id]);
}
