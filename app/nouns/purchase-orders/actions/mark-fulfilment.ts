import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { existing, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordForAll } from '../../purchase-flow/history.ts';
import { lockOne } from '../../purchase-flow/lock.ts';
import { settlePurchaseOrders } from '../../purchase-flow/settle.ts';

/** A person has told the source what went out again. @throws Refusal 404, 409 */
export async function markFulfilment(tenant: Tenant, id: number, fulfilmentId: number): Promise<void> {
  const { po_number: name } = await lockOne(tenant, id);
  const { rows } = await sql<Columns<'fulfilments', 'sku' | 'qty_shipped'> & { again: boolean }>`
    update fulfilments set processed_at = (select coalesce(processed_at, now())) where ${inAccount(tenant)} and purchase_order_id = ${id}
      and id = ${fulfilmentId}
    returning sku, qty_shipped, old.processed_at is not null as again`.execute(tenant.db);
  const sent = existing(rows[0], 'This fulfilment does not exist.');
  if (sent.again) throw refuse(409, 'processed', 'This is processed already.');
  await recordForAll(tenant, [id], 'processed', { code: 'fulfilment_marked', units: sent.qty_shipped, sku: sent.sku });
  await writeAudit(tenant, {
    verb: 'decided about',
    noun: 'purchase order',
    record: { id, name },
    to: { fulfilment: sent.sku, quantity: sent.qty_shipped },
  });
  await settlePurchaseOrders(tenant, [id]);
}
