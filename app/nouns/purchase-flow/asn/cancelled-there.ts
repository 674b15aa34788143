import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { openIssues } from '../../../shared/issues/commands.ts';
import { recordForAll } from '../history.ts';

/**
 * The warehouse cancelled what is announced of these purchase orders, and nobody had asked it to: a person says whether they are announced
 * anew. By themselves they would be, again and again. Of those of which a part has come the check tells.
 */
export async function askAboutCancelled(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Columns<'purchase_orders', 'id'> & { warehouse: Columns<'asns', 'connection_id'>['connection_id'] }>`
    select p.id, (select a.connection_id from asns a where ${inAccount(tenant, 'a')} and a.purchase_order_id = p.id
      order by a.id desc limit 1) as warehouse
    from purchase_orders p where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[]) and p.receipts_counted = 0
      and p.cancelled_at is null and p.closed_at is null and p.deleted_at is null and not p.on_hold
      and p.source_state in ('open', 'unknown')
    order by p.id`.execute(tenant.db);
  const sentence = { code: 'cancelled_by_warehouse' } as const;
  const opened = await openIssues(
    tenant,
    rows.map(({ id: purchaseOrderId, warehouse: connectionId }) => ({
      ...{ purchaseOrderId, connectionId, type: 'rejected_by_warehouse', subject: 'cancelled', sentence },
    })),
  );
  await recordForAll(
    tenant,
    opened.flatMap(({ purchase_order_id }) => purchase_order_id ?? []),
    'stopped',
    { code: 'stopped', issue: sentence },
  );
}
