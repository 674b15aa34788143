import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordPurchaseEvents } from '../history.ts';

/** Null: the announcement that it is of is not known yet. */
export type SentOut = Columns<'fulfilments', 'purchase_order_id' | 'sku' | 'qty_shipped'>;

/**
 * Gives these purchase orders what the warehouse sent out again before we knew of their announcement. The check does it, as it gives them
 * their receipts.
 */
export async function adoptFulfilments(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<SentOut>`
    update fulfilments f set purchase_order_id = p.id, processed_at = (select case when p.connection_id is null then now() end)
    from asns a join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
    where ${inAccount(tenant, 'a')} and a.purchase_order_id = any(${ids}::bigint[]) and a.remote_id is not null
      and ${inAccount(tenant, 'f')} and f.connection_id = a.connection_id and f.asn_id = a.remote_id and f.purchase_order_id is null
    returning f.purchase_order_id, f.sku, f.qty_shipped`.execute(tenant.db);
  await recordSentOut(tenant, rows);
}

/** What the timelines of their purchase orders say of it. What has none is in no timeline. */
export async function recordSentOut(tenant: Tenant, fulfilments: SentOut[]): Promise<void> {
  const ofOrders = fulfilments.flatMap(({ purchase_order_id: purchaseOrderId, sku, qty_shipped: units }) =>
    purchaseOrderId === null ? [] : [{ purchaseOrderId, sku, units }],
  );
  if (ofOrders.length === 0) return;
  await recordPurchaseEvents(
    tenant,
    ofOrders.map(({ purchaseOrderId, sku, units }) => ({
      purchaseOrderId,
      kind: 'fulfilled',
      sentence: { code: 'sent_out_again', units, sku },
    })),
  );
  notify(
    tenant,
    'purchase_orders',
    ofOrders.map(({ purchaseOrderId }) => purchaseOrderId),
  );
}
