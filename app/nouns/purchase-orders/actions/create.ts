import { sql } from 'kysely';
import type { z } from 'zod';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { reindex } from '../../../../platform/words/due.ts';
import type { createBody } from '../../purchase-flow/bodies.ts';
import { recordForAll } from '../../purchase-flow/history.ts';
import { purchaseOrderWords } from '../../purchase-flow/words/purchase-order-words.ts';

/** Makes a purchase order by hand. Its lines and its warehouse are added on its page; until then nothing of it is announced. */
export async function createPurchaseOrder(tenant: Tenant, body: z.output<typeof createBody>): Promise<number> {
  const { rows } = await sql<Columns<'purchase_orders', 'id' | 'po_number'>>`
    insert into purchase_orders (account_id, source_number, vendor_name, vendor_number, expected_at, updated_by, checked_at)
    select ${tenant.accountId}, ${body.source_number}, ${body.vendor_name}, ${body.vendor_number || null},
      ${body.expected_at || null}::date::timestamp at time zone timezone, ${tenant.userId}::bigint, now()
    from accounts where id = ${tenant.accountId}
    returning id, po_number`.execute(tenant.db);
  const [{ id, po_number: name }] = rows as [Columns<'purchase_orders', 'id' | 'po_number'>];
  await recordForAll(tenant, [id], 'created', { code: 'created_by_hand' });
  await writeAudit(tenant, {
    verb: 'created',
    noun: 'purchase order',
    record: { id, name },
    to: { number: body.source_number, vendor: body.vendor_name },
  });
  await reindex(tenant, purchaseOrderWords, [id]);
  notify(tenant, 'purchase_orders', [id]);
  return id;
}
